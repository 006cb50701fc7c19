import d, { a, obj, 'strange name' as odd } from './values.mjs';

const f = async (value) => value;
const o = {};
const programs = [
  () => a(), () => a.x, () => obj.foo(), () => new a(), () => new obj.Foo(), () => d(), () => odd.foo(), () => odd(),
  () => obj.stack(), () => a.stack, () => { obj.f.g = 1; }, () => { const [q] = a; },
];
for (const program of programs) {
  try {
    program();
  } catch (error) {
    console.log(error.message);
  }
}
const asyncs = [
  async () => (await f())(), async () => (await f()).x, async () => (await f({})).foo(), async () => new (await f())(),
  async () => { const [q] = await f(); },
  async () => { try { await f(); (await f(1))(); } finally { await f(); } },
  async () => { for await (const q of 5); }, async () => { for await (const q of o); },
  async () => { for await (const q of a); }, async () => { for await (const q of null); },
  async () => a(), async () => { await a.b; },
];
for (const program of asyncs) await program().catch((error) => console.log(error.message));
