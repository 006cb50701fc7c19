// Decorators are evaluated with computed names in the order of the text, and applied: static methods, methods, static
// fields, fields, the class.
const say = <T>(what: string, value?: T): T => { console.log('evaluate', what); return value as T; };
const dec = (what: string): any => {
  console.log('evaluate', what);
  return (_: any, context: any) => {
    console.log('apply', what, context.kind);
    context.addInitializer(function (this: any) { console.log('initializer', what, typeof this); });
    if (context.kind === 'field') return (v: any) => (console.log('first value', what), v);
    if (context.kind === 'accessor') return { init: (v: any) => (console.log('first value', what), v) };
  };
};
@dec('class 1') @dec('class 2')
class Ordered extends say('heritage', Object) {
  @dec('field') [say('field name', 'f')] = say('field value', 1);
  @dec('method 1') @dec('method 2') [say('method name', 'm')]() {}
  @dec('static field') static [say('static field name', 'sf')] = say('static field value', 2);
  @dec('static method') static sm() {}
  @dec('accessor') accessor a = say('accessor value', 3);
  @dec('static accessor') static accessor sa = say('static accessor value', 4);
  @dec('getter') get g() { return 1; }
  @dec('setter') set g(v) {}
  @dec('private method') #p() {}
  @dec('private field') #pf = say('private field value', 5);
  static { console.log('static block'); }
  plain = say('plain', 6);
  constructor() { console.log('before super'); super(); console.log('after super'); }
}
console.log('--- class is there');
new Ordered();
