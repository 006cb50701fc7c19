import './importer.mjs';
export let late = 1;
export const lateFunction = () => 1;
export class Late {}
export default {};
