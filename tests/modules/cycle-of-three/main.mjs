import { log } from './log.mjs';
import './a.mjs';
log('main');
