globalThis.runs++;
export const x = 1;
throw new Error('bad');
