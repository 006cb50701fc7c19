import './b.mjs';
export const late = 1;
