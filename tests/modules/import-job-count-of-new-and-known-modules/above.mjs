import './below.mjs'; mark('above runs');
