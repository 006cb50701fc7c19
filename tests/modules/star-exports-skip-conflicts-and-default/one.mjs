export const clash = 1, one = 1; export default 'one';
