import {
  one,
  three
} from './lib.cjs';
