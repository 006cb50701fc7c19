// Getters and setters are decorated apart.
const doubled = (get: any, context: ClassGetterDecoratorContext) => {
  console.log(context.kind, context.name, Object.keys(context.access), get.name);
  return function (this: any) { return get.call(this) * 2; };
};
const clamped = (set: any, context: ClassSetterDecoratorContext) => {
  console.log(context.kind, context.name, Object.keys(context.access), set.name);
  return function (this: any, value: number) { set.call(this, Math.min(value, 9)); };
};
class Gauge {
  #n = 1;
  static #s = 3;
  @doubled get level() { return this.#n; }
  @clamped set level(value: number) { this.#n = value; }
  @doubled static get fixed() { return Gauge.#s; }
  @clamped static set fixed(v) { Gauge.#s = v; }
  @doubled get only() { return 4; }
  @doubled get #secret() { return 7; }
  set #secret(v) { console.log('plain private setter', v); }
  @clamped set #in(v: number) { this.#n = v; }
  test() { this.#secret = 3; this.#in = 50; return [this.#secret, this.#n, this.level]; }
}
const gauge = new Gauge();
gauge.level = 100; Gauge.fixed = 5;
console.log(gauge.level, Gauge.fixed, gauge.only, gauge.test());
console.log(Object.getOwnPropertyNames(Gauge.prototype), Object.getOwnPropertySymbols(Gauge.prototype), Reflect.ownKeys(Gauge));
