let x = 1;
export default x;
export function set(value) { x = value; }
