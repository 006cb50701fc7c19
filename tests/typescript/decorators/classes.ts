// A class decorator sees the class, and may put another in its place, inside of it too.
const registry: any[] = [];
const register = (value: any, context: ClassDecoratorContext) => { registry.push(value.name); console.log(context.kind, context.name, Object.keys(context)); };
const sealed = <T extends new (...args: any[]) => any>(value: T, _: any) => class Sealed extends value { sealed = true; };
@register class Plain { static me = Plain; }
@sealed @register
class Outer<T> extends Plain {
  static self = this;
  static made = () => new Outer();
  static { console.log('block', this.name, Outer.name, this === Outer); }
  clone() { return new Outer(); }
  own(): T | string { return Outer.name; }
}
console.log(Plain.me === Plain, Outer.name, Outer.self === Outer, new (Outer as any)().clone().sealed, new Outer<number>().own(), (Outer.made() as any).sealed);
const Anonymous = @register class {};
const Named = @sealed @register class Inner { who() { return Inner.name; } };
console.log(Anonymous.name, Named.name, new Named().who());
const object = { key: @register class {}, other: class { @noop m() {} } };
function noop(_: any, __: any) {}
console.log(object.key.name, object.other.name, registry);
let assigned; assigned = class { @noop m() {} }; console.log(assigned.name);
console.log(new (@register class X { a = 1 })(), (class Y { @noop m() {} }).name);
const replace = (_: any, __: any) => function Fake(this: any) { this.fake = true; } as any;
@replace abstract class Real { abstract x: number; }
console.log(new (Real as any)(), Real.name);
try { (() => { @((() => 5) as any) class Bad {} })(); } catch (error: any) { console.log(error.message); }
function local() { @register class Local { static n = 1 } return Local; }
console.log(local() !== local(), local().n);
class Counter { static count = 0; static tally(value: any, _: any) { this.count++; } }
@Counter.tally class Tallied { @Counter.tally m() {} }
console.log(Counter.count, Tallied.name);
