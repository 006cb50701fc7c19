// Namespaces in namespaces, dotted ones, and aliases.
namespace A.B.C { export let x = 1; export const get = () => x; }
namespace A.B { export const y = C.x + 1; export namespace D { export const z = [y, C.get()]; } }
namespace A { export const top = B.C.x; namespace Private { export const p = 1; } export const seen = Private.p; }
namespace A { console.log(typeof Private === 'undefined'); declare const Private: any; }
console.log(A, A.B.C.get());
namespace Use {
  import C = A.B.C;
  import Never = A.B.Missing.Deeper;
  export import D = A.B.D
  import one = A.top;
  C.x = 50;
  export const all = [C.get(), D.z, one];
  type T = Never.Type;
}
console.log(Use.all, Use.D === A.B.D, Object.keys(Use));
namespace Same { export namespace Same { export const Same = 'inner'; } export const outer = Same.Same; }
console.log(Same);
namespace Types { export interface I { x: number } export type T = I; export declare function ambient(): void; }
namespace Mixed {
  export interface Shape { area(): number }
  export declare let outside: string;
  export abstract class Base implements Shape { abstract area(): number; static count = 0; constructor() { Base.count++; } }
  export class Sq extends Base { constructor(private a: number) { super(); } area() { return this.a ** 2; } }
  interface Hidden { y: 1 }
  export function over(a: string): string
  export function over(a: number): number
  export function over(a: any): any { return a as Hidden; }
  export async function later() { return [typeof outside, over(1)]; }
  export function* many() { yield new Sq(2).area(); }
}
console.log(typeof Types, new Mixed.Sq(3).area(), Mixed.Base.count, [...Mixed.many()], Mixed.over('o'));
Mixed.later().then(console.log);
module Old { export var kind = 'module'; }
console.log(Old.kind);
