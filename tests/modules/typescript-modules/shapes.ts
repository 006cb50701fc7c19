export type Shape = { kind: 'square'; side: number } | { kind: 'circle'; radius: number };
export interface Unused { a: 1 }
export const area = (shape: Shape): number => (shape.kind === 'square' ? shape.side ** 2 : Math.PI * shape.radius ** 2);
