// Metadata is there once Symbol.metadata is, and is inherited.
console.log((Symbol as any).metadata);
const mark = (value: string) => (_: any, context: any) => { if (context.metadata) context.metadata[context.name] = value; else console.log('none for', context.name); };
class Before { @mark('x') x() {} }
(Symbol as any).metadata ??= Symbol('Symbol.metadata');
const metadata: symbol = (Symbol as any).metadata;
@mark('class') class Parent { @mark('m') m() {} @mark('f') static f = 1; @mark('p') #p = 1; }
class Child extends Parent { @mark('n') n() {} }
@mark('grand') class Grand extends Child {}
const of = (c: any) => c[metadata];
console.log(of(Before), of(Parent), of(Child), of(Child).m, Object.getPrototypeOf(of(Child)) === of(Parent), of(Grand));
console.log(Object.getPrototypeOf(of(Parent)), Object.getOwnPropertyDescriptor(Parent, metadata));
