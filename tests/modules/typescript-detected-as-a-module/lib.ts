export const value: number = 5;
