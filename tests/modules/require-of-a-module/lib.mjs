export default 'default'; export let live = 1; export const bump = () => { live++; };
