export function who() { return this; }
export function tag() { return this; }
export default { m() { return this; } };
