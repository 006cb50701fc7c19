// Parameter properties become fields, in order, after super() and before the rest.
class Base {
  constructor(protected readonly name: string, public size = 2) {
    console.log('base', this.name, this.size);
  }
}
class Derived extends Base {
  own = `${this.name}!`;
  constructor(private extra: number[], name: string) {
    super(name, 7);
    console.log('derived', this.extra, this.own, Object.keys(this));
  }
}
console.log(new Derived([1], 'd'));
