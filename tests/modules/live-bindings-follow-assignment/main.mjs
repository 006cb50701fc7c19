import { count, increment, default as def, setDefault } from './counter.mjs';
import * as ns from './counter.mjs';
console.log(count, ns.count, def);
increment();
console.log(count, ns.count);
setDefault();
console.log(def, ns.default);
