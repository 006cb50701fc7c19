// Decorated fields where fields are assigned: setters see the value.
const d = (_: any, c: any): any => { console.log(c.kind, String(c.name), c.static); c.addInitializer(function (this: any) { console.log('added', String(c.name)); }); if (c.kind === 'field') return (v: any) => (v ?? 10) + 1; };
class P { set x(v: any) { console.log('setter x', v); } set y(v: any) { console.log('setter y', v); } static set s(v: any) { console.log('static setter', v); } }
const key = Symbol('key');
class C extends P { @d m() {} @d x: number = 1; y = 2; @d #z = 1; @d bare; @d [key] = 4; @d static s = 5; @d 'quoted' = 6; }
const c = new C();
console.log(Reflect.ownKeys(c), c[key], Reflect.ownKeys(C).sort());
