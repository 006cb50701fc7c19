import fruit from './fruit.mjs';
