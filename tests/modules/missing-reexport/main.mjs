import { thing } from './middle.mjs';
