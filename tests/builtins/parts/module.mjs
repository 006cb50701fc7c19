import { name as common } from './common.js';
import data from './data.json' with { type: 'json' };
import * as path from 'node:path';
export { common };
export const base = path.basename(import.meta.filename) + data.list[0];
export default await (async () => 'module')();
