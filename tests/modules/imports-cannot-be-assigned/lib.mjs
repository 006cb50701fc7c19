export let a = 1; export const o = {}; export default 0;
