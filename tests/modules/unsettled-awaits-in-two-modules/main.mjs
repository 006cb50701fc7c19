import './a.mjs';
import './b.mjs';
