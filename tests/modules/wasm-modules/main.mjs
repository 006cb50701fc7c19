import { add, run, g } from './m.wasm';
import * as ns from './m.wasm';
console.log(add(2, 3), g, Object.keys(ns), typeof ns.add);
run();
console.log(await import('./m.wasm') === ns);
console.log(await import('./bad.wasm').catch((e) => [e.name, e.message.startsWith(`${import.meta.dirname}/bad.wasm: WebAssembly.Module`)]));
