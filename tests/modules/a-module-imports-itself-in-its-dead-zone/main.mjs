import * as self from './main.mjs';
console.log(self, Reflect.ownKeys(self));
try { self.x; } catch (e) { console.log(e.message); }
export const x = 1;
export default 2;
console.log(self);
