import { nothing } from './ok.mjs';
