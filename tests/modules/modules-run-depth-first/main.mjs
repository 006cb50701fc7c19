console.log('main');
import './a.mjs';
import './b.mjs';
import { x } from './c.mjs';
console.log(x);
