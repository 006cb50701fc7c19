import './dep.mjs';
import cjs from './dep.cjs';
console.log('lib', cjs);
queueMicrotask(() => console.log('microtask of lib'));
