import './d1.mjs'; import './d2.mjs'; mark('diamond runs');
