// Classes are evaluated anew each time, and see the `this` and the arguments around them.
const id = (n: any) => (_: any, context: any): any => { context.addInitializer(function (this: any) { this.id = n; }); };
const make = (n: number) => class { id!: number; @id(n) m() {} @id(n) static sm() {} inner = () => n; };
const [One, Two] = [make(1), make(2)] as any[];
console.log(new One().id, new Two().id, One.id, Two.id, new One().inner(), One.name);
class Host { name = 'host'; build() { return class { @((_: any, c: any) => console.log(c.name, this.name)) m() {} }; } }
new Host().build();
(function () { const args = arguments; return class { @((_: any, c: any) => console.log(c.name, args.length)) m() {} }; } as any)('given');
