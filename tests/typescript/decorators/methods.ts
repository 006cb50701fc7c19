// A decorated method is what its decorators return, the last one first.
function logged<T extends (...args: any[]) => any>(method: T, context: ClassMethodDecoratorContext) {
  console.log(context.kind, context.name, context.static, context.private, typeof method, Object.keys(context));
  return function (this: any, ...args: any[]) {
    console.log(`${String(context.name)}(${args})`);
    return method.call(this, ...args);
  } as T;
}
const twice = (factor: number) => (method: any, _context: any) => function (this: any, ...args: any[]) {
  return method.apply(this, args) * factor;
};
const key = Symbol('computed');
class Calculator {
  base = 10
  @logged @twice(2) add(a: number, b: number): number { return this.base + a + b; }
  @twice(3)
  @logged
  public static scale<T>(x: number) { return x; }
  @logged async later(x: number) { return x; }
  @logged *many(n: number) { for (let i = 0; i < n; i++) yield i; }
  @logged async *stream() { yield 'a'; }
  @logged [key]() { return 'symbol'; }
  @logged 'with space'() { return 'quoted'; }
  @logged 12() { return 'number'; }
  @logged ['a' + 'b']?() { return 'ab'; }
  @logged static async *[`t${1}`]() { yield 1; }
}
const calculator = new Calculator();
console.log(calculator.add(1, 2), Calculator.scale(5));
console.log([...calculator.many(3)], calculator[key](), calculator['with space'](), calculator[12](), (calculator as any).ab());
console.log(await_free(calculator));
function await_free(c: Calculator) { return c.later(1) instanceof Promise; }
console.log(Object.getOwnPropertyNames(Calculator.prototype), Object.getOwnPropertyNames(Calculator).sort());
console.log(Object.getOwnPropertyDescriptor(Calculator.prototype, 'add')!.enumerable, Calculator.prototype.add.name);
