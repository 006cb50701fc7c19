export function log(x) { console.log('log', x); }
