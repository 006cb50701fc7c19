export let n = 1;
export const bump = () => { n *= 10; };
