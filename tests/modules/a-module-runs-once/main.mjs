import './a.mjs'; import './b.mjs'; import './a.mjs?query'; import './a.mjs#hash'; import './a.mjs';
import { createRequire } from 'node:module';
const ns = await import('./a.mjs');
console.log(ns === await import('./b.mjs').then((b) => b.a), ns === createRequire(import.meta.url)('./a.mjs'));
