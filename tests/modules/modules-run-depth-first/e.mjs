console.log('e'); export const x = 'x';
