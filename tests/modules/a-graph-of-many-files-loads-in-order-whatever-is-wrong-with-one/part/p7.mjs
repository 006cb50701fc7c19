

export const name = 'p7';
console.log(name, import.meta.url.slice(-7));
