'use strict';
class Empty {}
class Point { constructor(x, y) { this.x = x; this.y = y; } }
class Point3 extends Point { constructor(x, y, z) { super(x, y); this.z = z; } }
function Old(v) { this.v = v; }
console.log(new Empty(), new Point(1, 2), new Point3(1, 2, 3), new Old(4));
console.log([new Empty(), new Point(1, 2)], { p: new Point({ a: 1 }, []) });
console.log(new (class {})(), new (class { constructor() { this.a = 1; } })());
console.log(Point.prototype, Point3.prototype, Old.prototype, Object.prototype, Array.prototype, Function.prototype);
console.log(new (class Private { #secret = 1; shown = 2; #method() {} })());
console.log(Object.create(Point.prototype), Object.create(new Point(1, 2)));
console.log(new (class Getter { get g() { return 1; } constructor() { this.own = 1; } })());
const instance = new Point(1, 2);
instance.constructor = 'overwritten';
console.log(instance);
const Renamed = class Original {};
console.log(new Renamed());
Object.defineProperty(Point3, 'name', { value: 'Changed' });
console.log(new Point3(1, 2, 3));
class Weird {}
Object.defineProperty(Weird, 'name', { value: '' });
console.log(new Weird());
console.log(new (class extends Point {})(1, 2));
console.log(new (class Foo extends Object {})());
console.log(Object.setPrototypeOf(new Point(1, 2), Old.prototype));
