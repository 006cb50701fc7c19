export const a = 1; export default [1];
