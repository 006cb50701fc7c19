// b runs first: it calls main, which calls z, which has not run; its functions are there, its constants are not.
import './b.mjs';
import { z, w, readConstant } from './z.mjs';
export function viaMain() { return [z(), w()]; }
export function constant() { return readConstant(); }
console.log('main', viaMain(), constant());
