// `accessor` makes a getter, a setter and a hidden field; decorators may replace each.
function watched(target: any, context: ClassAccessorDecoratorContext) {
  console.log(context.kind, context.name, context.static, context.private, Object.keys(target), target.get.name);
  context.addInitializer(function (this: any) { console.log('added', context.name, context.access.get(this)); });
  return {
    get(this: any) { return `<${target.get.call(this)}>`; },
    set(this: any, value: any) { console.log('set', context.name, value); target.set.call(this, value); },
    init(this: any, value: any) { return `${value}?`; },
  };
}
const k = Symbol('k');
class Box {
  accessor plain = 1;
  accessor empty: string | undefined
  accessor [k] = 'symbol';
  static accessor shared = [1];
  @watched accessor value: string = 'v';
  @watched accessor bare
  @watched static accessor count = 0;
  @watched @watched accessor twice = 't'
  @watched accessor ['com' + 'puted'] = 'c'
  accessor definite!: number
  accessor #hidden = 'h'; get hidden() { return this.#hidden; } set hidden(v) { this.#hidden = v; }
}
const box = new Box();
box.value = 'w'; box.plain++; box.hidden = 'changed'; Box.count = 4; box.empty = 'full';
console.log(box.plain, box.empty, box[k], Box.shared, box.value, box.bare, Box.count, box.twice, (box as any).computed, box.hidden);
console.log(Object.keys(box), Object.getOwnPropertyNames(Box.prototype), typeof Object.getOwnPropertyDescriptor(Box, 'count')!.get);
class Sub extends Box {}
console.log(Sub.shared, Sub.count, new Sub().value);
try { Object.getOwnPropertyDescriptor(Box.prototype, 'plain')!.get!.call({}); } catch (error: any) { console.log(error.name); }
