import './bad.mjs';
globalThis.runs += 100;
