// Namespaces are objects; what they export is theirs.
namespace Shapes {
  const secret = 3;
  export const sides = 4;
  export function area(a: number): number { return a * a + secret; }
  export class Square { constructor(public a: number) {} area() { return area(this.a); } }
  export namespace Deep { export const level = 2; }
  export interface Only { x: number }
}
namespace Types { export type T = string; }
function counter() { return counter.start; }
namespace counter { export const start = 9; }
console.log(Shapes.sides, Shapes.area(2), new Shapes.Square(3).area(), Shapes.Deep.level);
console.log(Object.keys(Shapes), typeof Types, counter());
