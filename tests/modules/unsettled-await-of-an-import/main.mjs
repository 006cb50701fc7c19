await import('./a.mjs');
