console.log('never runs');
import { apple, bannana } from './fruit.mjs';
