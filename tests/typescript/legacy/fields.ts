// With an old target fields are assigned: setters see them, and a field without a value is no field.
class Base {
  log: string[] = [];
  set size(value: number) { this.log.push(`set ${value}`); }
  kept = 'base';
}
class Derived extends Base {
  size = 3;
  kept: string;
  #own = 1;
  static made = this.name + '!';
  method = () => this.#own;
}
const derived = new Derived();
console.log(derived.log, derived.kept, derived.method(), Derived.made, Object.keys(derived));
