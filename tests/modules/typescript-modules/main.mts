import { type Shape, area } from './shapes.ts';
import type { Unused } from './shapes.ts';
import twice from './twice.cts';
const square: Shape = { kind: 'square', side: 3 as number };
console.log(area(square), twice(4)!, await Promise.resolve<number>(1));
export interface Nothing { a: string }
function fail<T>(value: T): never {
  throw new Error(`failed with ${value}`);
}
try { fail<string>('x'); } catch (e) { console.log((e as Error).stack!.match(/main\.mts:\d+:\d+/g)); }
console.log(import.meta.filename.endsWith('/main.mts'));
