import { clash } from './both.mjs';
