import { viaMain, constant } from './main.mjs';
console.log('b', viaMain());
try { constant(); } catch (e) { console.log(e.message); }
