export const x = 'lib';
