// A field's decorators return functions of its first value; they run in the order of the text.
const plus = (n: number) => (_: undefined, context: ClassFieldDecoratorContext) => {
  console.log('decorate', context.kind, String(context.name), context.static, context.private, _);
  return function (this: any, value: any) {
    console.log('init', String(context.name), value, typeof this);
    return value + n;
  };
};
const seen = (_: any, { name, access, addInitializer }: any) => {
  addInitializer(function (this: any) { console.log('extra', name, access.has(this), access.get(this)); access.set(this, access.get(this) + '!'); });
};
class Point {
  @plus(1) @plus(10) x = 1
  @plus(2) readonly y: number = 2;
  @seen z: string = 'z'
  plain = console.log('plain after z')
  @seen protected nothing?: string
  @plus(5) ['comp' + 'uted']: number = 7
  @plus(6) static count = 100;
  @seen static label: string
  @seen 'quoted name' = 1; @seen 0 = 'zero';
  after = [this.x, this.y, this.z];
}
const point: any = new Point();
console.log(point, Point.count, Point.label, point.computed);
class Derived extends Point { @plus(1000) x = 5; }
console.log(new Derived().x);
