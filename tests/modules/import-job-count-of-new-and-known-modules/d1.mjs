import './d3.mjs';
