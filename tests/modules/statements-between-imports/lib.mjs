export const a = 'a', b = 'b';
