export { nope as thing } from './fruit.mjs';
