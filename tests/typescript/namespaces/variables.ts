// An exported variable is a property, wherever it is read or written.
namespace State {
  export let count: number = 0
  export var list = [1, 2], unset: string, other = count + 1;
  export const { a, b: [c, ...rest], d = 'default', ...more }: any = { a: 1, b: [2, 3, 4], e: 5, f: 6 }
  export let [first, , { deep = first }] = [7, 8, {} as { deep?: number }];
  export let definite!: Map<string, {
    x: number
  }>
  let hidden = 1;
  export function bump() { count++; count += 2; hidden = count; [count, hidden] = [hidden, count]; ({ count } = { count: count * 10 }); return { count, hidden }; }
  export const arrow = () => count
  export const shadow = (count: string) => { let list = count; return { count, list, unset, value: a }; };
  for (const each of list) { const list = each; other += list; }
  export type Count = typeof count;
  definite = new Map();
  const typed: Count = 5 as typeof count;
  console.log(typed, { count, c }, rest, `${d}`, more, first, deep, typeof unset, [...list], definite.size);
  if (true) { var inner = count }
  console.log(inner);
}
console.log(State.bump(), State.count, State.arrow(), State.shadow('s'));
State.count = 100;
console.log(State.arrow(), Object.keys(State), State.arrow.name);
namespace Lazy { export let x; export let y
  ; [1].forEach(() => { y = 3 }) ; export const f = function () { return this === Lazy; }; console.log(f()); }
console.log(Lazy);
