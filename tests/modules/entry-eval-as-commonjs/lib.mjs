export const lib = 'lib';
