const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const arrow = async () => (await 0, als.getStore());
class A {
  static made = [];
  static { (async () => { await 0; say('static block'); })(); }
  field = async () => { await 0; say('field'); };
  async method() { await 0; say('method'); }
  async #hidden() { await 0; say('private'); }
  hidden() { return this.#hidden(); }
  static async stat() { await 0; say('static method'); }
  get later() { return (async () => { await 0; say('getter'); })(); }
}
als.run('a', () => {
  arrow().then((x) => console.log('arrow', x));
  const a = new A();
  a.field(); a.method(); a.hidden(); A.stat(); a.later;
});
