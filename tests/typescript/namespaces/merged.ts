// Blocks of one name are one namespace: what one exports the others use by its bare name.
namespace App {
  export let version = 1;
  export function describe() { return `v${version}`; }
  export class Service { name = 'service'; }
  export enum Level { Low, High = 5 }
  const local = 'first';
  export const first = () => local;
  export namespace Inner { export const depth = 1; }
}
namespace App {
  const local = 'second';
  version++;
  export const second = () => [local, version, describe(), new Service().name, Level.High, Level[0], Inner.depth];
  export class Better extends Service { level: Level = Level.Low; }
  export namespace Inner { export const more = depth + 1; export const up = version; }
  function nested(describe: string) { return { version, describe, Service: typeof Service }; }
  console.log(nested('parameter'));
}
console.log(App.second(), App.first(), new App.Better(), App.Inner, Object.keys(App));
function make(n: number) { return make.prefix + n + make.suffix(); }
namespace make { export let prefix = '<'; export const suffix = () => '>' + prefix; }
namespace make { prefix = '['; }
console.log(make(1), Object.keys(make));
class Shape { kind: Shape.Kind = Shape.Kind.Round; static of() { return new Shape(); } }
namespace Shape { export enum Kind { Round = 'round' } export const unit = Shape.of(); export let made = 1; made++; }
console.log(Shape.unit, Shape.made, Object.keys(Shape));
enum Color { Red = 1, Blue }
namespace Color { export function parse(name: string) { return (Color as any)[name]; } export const all = [Color.Red, Color.Blue]; }
console.log(Color.parse('Blue'), Color.all, Color[2]);
namespace Early { export const x = 1; }
enum Early { A = 4 }
console.log(Early.x, Early.A);
