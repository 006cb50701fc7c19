// Private elements are decorated like others; access reaches them from outside.
const kept: any[] = [];
const keep = (value: any, context: any) => { kept.push(context); console.log(context.kind, context.name, context.private, context.static, typeof value, value?.name); };
const shout = (method: any, _: any) => function (this: any, ...args: any[]) { return String(method.apply(this, args)).toUpperCase(); };
class Safe {
  @keep #field = 1;
  @keep static #shared = 'shared';
  @shout @keep #method(this: Safe, x: string) { return `${x} ${this.#field}`; }
  @shout static #make() { return 'made by ' + this.name; }
  @keep accessor #auto = 'auto';
  @keep static accessor #autoShared = 'as';
  @keep get #got() { return `got ${this.#field}`; }
  @keep async #slow() { return 1; }
  static run(o: Safe) { return [o.#field, Safe.#shared, o.#method('m'), Safe.#make(), o.#auto, Safe.#autoShared, o.#got]; }
}
const safe = new Safe();
console.log(Safe.run(safe));
for (const { kind, name, static: isStatic, access } of kept) {
  const target = isStatic ? Safe : safe;
  console.log(kind, name, Object.keys(access), access.has(target), access.has({}));
  if (access.set) { access.set(target, 'changed'); console.log(access.get(target)); }
}
try { kept[0].access.get({}); } catch (error: any) { console.log(error.name); }
console.log(Object.getOwnPropertyNames(Safe.prototype), Reflect.ownKeys(Safe), Reflect.ownKeys(safe));
