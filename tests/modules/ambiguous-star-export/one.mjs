export const clash = 1;
