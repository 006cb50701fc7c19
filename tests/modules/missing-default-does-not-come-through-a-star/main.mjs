import d from './star.mjs';
