import './l2.mjs'; mark('two runs');
