// What is only types leaves nothing behind, and lines stay.
interface Point { x: number; y?: number }
type Pair<T> = [T, T];
abstract class Shape<T> implements Point {
  declare ghost: string;
  x: number = 1;
  readonly z!: T;
  abstract area(): number;
  static #count = 0;
  private static bump(): number { return ++Shape.#count; }
  override?: undefined;
  [key: string]: unknown;
  constructor(); constructor(y?: number) { Shape.bump(); this.y = y; }
}
class Box extends Shape<string> { area(this: Box): number { return this.x satisfies number; } }
const pair = <T,>(a: T, b: T): Pair<T> => [a, b];
function over(a: string): string;
function over(a: number): number;
function over(a: any): any { return a; }
const box = new Box() as unknown as Box;
console.log(box.area(), Object.keys(box), pair<number>(1, 2), over(<any>'x'), box!.x);
const value = box as any
;[1].forEach((n: number): void => console.log(n, typeof value));
