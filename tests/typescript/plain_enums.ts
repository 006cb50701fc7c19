// Enums of literals and their own members count, name their numbers, merge, and leave every line where it was.
enum Level { Low, Middle = 5, High }
enum Flags {
  None, // nothing
  Read = 1 << 0, /* one */ Write = 1 << 1,
  Both = Read | Write,
  All = ~(None) & 0xff,
  Next
}
enum Words { A = 'a', B = "b" + A, C = `${A}-${B}`, 'two words' = 'x', ['computed'] = -1, After }
const enum Inlined { One = 1, Two = Inlined.One * 2, E = 2.5e3 }
export enum Exported { Only }
enum Level { Violet = 10 }
enum Negative { A = -1, B, C }
namespace Level { export const named = 'merged' }
declare enum Elsewhere { X }
console.log(Level, Level.Low, Level[5], Level.Violet);
console.log(Flags);
console.log(Words, Words[-1]);
console.log(Inlined.One, Inlined.Two, Inlined[2500]);
console.log(Exported, typeof Elsewhere, Negative);
const f = (level: Level): string => Level[level]; try { (null as any).x } catch (error) { console.log(f(6), (error as Error).stack!.split('\n')[1].replace(/.*\/|\)$/g, '')) }
