import './three.mjs'; mark('root runs');
