// Enums count, fold constants, name their numbers and merge.
enum Color { Red, Green = 5, Blue }
enum Mixed { A = 1 << 3, B = A | 1, Text = 'text', Length = 'abc'.length, Template = `${Text}!` }
enum Color { Violet = 10 }
const enum Inlined { One = 1, Two = One * 2 }
enum Quoted { 'a b' = 1, c }
declare enum Elsewhere { X }
console.log(Color, Color.Red, Color[5], Color.Violet);
console.log(Mixed);
console.log(Inlined.One, Inlined.Two);
console.log(Quoted['a b'], Quoted[2]);
function inner(): number {
  enum Local { X = Color.Blue, Y }
  return Local.Y;
}
console.log(inner(), typeof Elsewhere);
