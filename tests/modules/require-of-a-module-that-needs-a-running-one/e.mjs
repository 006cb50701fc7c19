import { later } from './main.mjs';
export const e = later;
