import './t2.mjs'; mark('three runs');
