import { early } from './main.mjs';
console.log(early());
export const d = 1;
