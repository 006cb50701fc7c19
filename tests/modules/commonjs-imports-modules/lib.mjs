export default 'default'; export const value = 'value';
console.log('lib runs', import.meta.main);
