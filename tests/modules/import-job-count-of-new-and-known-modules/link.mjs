import { nothing } from './leaf.mjs';
