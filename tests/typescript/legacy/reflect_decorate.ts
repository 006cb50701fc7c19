// Where a library has put a Reflect.decorate (reflect-metadata does), it gets the descriptor of a method.
const calls: unknown[] = [];
(Reflect as any).decorate = (decorators: Function[], target: any, key?: PropertyKey, descriptor?: PropertyDescriptor) => {
  calls.push([decorators.length, typeof target, key, descriptor && Object.keys(descriptor).join()]);
  let result: any = key === undefined ? target : descriptor;
  for (const decorator of decorators.filter(Boolean).reverse()) result = (key === undefined ? decorator(target) : decorator(target, key, descriptor)) ?? result;
  return result;
};

const loud = (_target: object, _key: string, descriptor: PropertyDescriptor) => {
  const plain = descriptor.value;
  descriptor.value = function (...args: unknown[]) { return `${plain.apply(this, args)}!`; };
};
const seen = (...args: unknown[]) => { calls.push(args.length); };

@seen
class Greeter {
  @seen name: string = 'hexloop';
  @loud greet() { return `hello ${this.name}`; }
  @seen static count = 1;
  @seen get size() { return this.name.length; }
}

console.log(new Greeter().greet(), new Greeter().size);
console.log(calls);
