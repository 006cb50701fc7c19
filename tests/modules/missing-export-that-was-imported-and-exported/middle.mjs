import { nope } from './fruit.mjs';
export { nope as thing };
