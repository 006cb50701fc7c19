import './t3.mjs';
