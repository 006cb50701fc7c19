import './middle.mjs';
