import { three } from './lib.cjs';
