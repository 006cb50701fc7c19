import def, { named, __esModule } from './flagged.cjs';
import * as ns from './flagged.cjs';
import * as noDefault from './no-default.cjs';
console.log(def, named, __esModule, ns, noDefault);
