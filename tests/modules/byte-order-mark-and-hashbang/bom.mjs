export const bom = 'bom';
