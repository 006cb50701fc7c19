import('./lib.mjs').then((v) => console.log('resolved with', v), (e) => console.log('rejected', e));
import * as ns from './lib.mjs';
console.log(typeof ns.then);
console.log(await ns);
