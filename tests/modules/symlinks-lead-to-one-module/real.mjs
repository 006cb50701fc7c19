export const id = Symbol('id');
