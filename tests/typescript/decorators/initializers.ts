// addInitializer: for methods before any field, for fields right after them; too late is an error.
let late: any;
const bind = (method: any, { name, addInitializer }: any) => { addInitializer(function (this: any) { this[name] = this[name].bind(this); }); };
const escape = (_: any, context: any) => { late = context.addInitializer; };
const note = (text: string) => (_: any, context: any) => context.addInitializer(function (this: any) { console.log(text, this?.name ?? Object.keys(this)); });
class Button {
  label = 'ok';
  @bind click() { return this.label; }
  @escape other() {}
  @note('method') m() {}
  @note('static method') static sm() {}
  @note('static field') static sf = 1;
  @note('field') a = 1;
  b = 2;
}
const { click } = new Button();
console.log(click());
for (const attempt of [() => late(() => {}), () => { class X { @((_: any, c: any) => c.addInitializer(5)) m() {} } }, () => { class X { @(() => 5 as any) m() {} } },
  () => { class X { @(() => null as any) accessor m } }, () => { class X { @((() => ({ get: 1 })) as any) accessor m } }]) {
  try { attempt(); console.log('fine'); } catch (error: any) { console.log(error.name, error.message); }
}
class Child extends Button { constructor() { console.log('child'); super(); } @note('child method') n() {} @note('child field') own = 1; }
console.log(Object.keys(new Child()));
@note('class') class Last { static first = console.log('static first'); static { console.log('block'); } }
