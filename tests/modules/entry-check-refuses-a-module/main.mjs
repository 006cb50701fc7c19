import { x } from './nothing.mjs';
export { y };
