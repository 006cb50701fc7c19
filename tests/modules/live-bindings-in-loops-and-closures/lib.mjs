export let n = 0; export const add = () => ++n; export const list = [1, 2, 3];
export class Base { get v() { return 'v'; } }
