console.log('a runs', import.meta.url.replace(/.*\//, ''));
export const id = {};
