import { one, three as t } from './lib.cjs';
