export * as inner from './inner.mjs';
import * as again from './inner.mjs';
export { again };
