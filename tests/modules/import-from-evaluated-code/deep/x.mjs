export const x = 'deep x';
