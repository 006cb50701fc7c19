// Observable state: computed values, reactions, actions, flows, collections.
import { action, autorun, computed, configure, flow, isObservable, makeAutoObservable, makeObservable, observable, observe, reaction, runInAction, toJS, when } from 'mobx';

configure({ enforceActions: 'always' });
class Store {
  items: { price: number; amount: number }[] = [];
  discount = 0;
  constructor() { makeAutoObservable(this); }
  get total(): number { console.log('  computing'); return this.items.reduce((sum, item) => sum + item.price * item.amount, 0) * (1 - this.discount); }
  add(price: number, amount = 1): void { this.items.push({ price, amount }); }
  *load(): Generator<Promise<number>, string, number> { const price = yield Promise.resolve(7); this.add(price); return 'loaded'; }
}
const store = new Store();
const stop = autorun(() => console.log('total is', store.total));
store.add(10, 2);
runInAction(() => { store.add(1); store.discount = 0.5; });
console.log('read again', store.total, isObservable(store.items), toJS(store.items));
reaction(() => store.items.length, (length, before) => console.log('length', before, '->', length));
console.log(await store.load());
stop();
store.add(100);

class Plain { value = 1; constructor() { makeObservable(this, { value: observable, double: computed, set: action }); } get double() { return this.value * 2; } set(value: number) { this.value = value; } }
const plain = new Plain();
observe(plain, 'value', (change) => console.log(change.type, change.oldValue, change.newValue));
plain.set(21);
console.log(plain.double);
const map = observable.map<string, number>([['a', 1]]);
const seen = when(() => map.has('b')).then(() => console.log('b came'));
runInAction(() => map.set('b', 2));
await seen;
console.log([...map], await flow(function* (): Generator<Promise<number>, number, number> { return (yield Promise.resolve(1)) + 1; })());
