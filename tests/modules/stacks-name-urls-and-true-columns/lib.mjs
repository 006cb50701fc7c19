export const where = () => new Error('here').stack;
export function nested(f) {
  return f();
}
