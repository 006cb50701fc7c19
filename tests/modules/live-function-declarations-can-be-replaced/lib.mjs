export function f() { return 'f1'; }
export default function g() { return 'g1'; }
export function swap() { f = () => 'f2'; g = () => 'g2'; }
