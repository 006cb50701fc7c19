import './d3.mjs'; import './d1.mjs';
