import {
  apple,
  zed as y,
	aple as b
} from './fruit.mjs';
