export let a = undefined;
export const obj = {};
export default 5;
export { obj as 'strange name' };
