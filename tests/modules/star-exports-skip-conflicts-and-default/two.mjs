export const clash = 2, two = 2; export default 'two';
