

export const name = 'p5';
console.log(name, import.meta.url.slice(-7));
