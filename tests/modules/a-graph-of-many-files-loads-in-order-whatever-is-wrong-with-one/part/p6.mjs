

export const name = 'p6';
console.log(name, import.meta.url.slice(-7));
