// Resources end in reverse, whatever happens, and awaits take as many jobs as in Node.
function resource(name: string, fails = false) {
  return { name, [Symbol.dispose]() { console.log('dispose', name); if (fails) throw new Error(`dispose ${name}`); } };
}
function asyncResource(name: string) {
  return { name, async [Symbol.asyncDispose]() { console.log('async dispose', name); } };
}
function early(): string {
  using a = resource('a'), b = resource('b');
  if (a.name === 'a') return `returned past ${b.name}`;
  return 'never';
}
console.log(early());
for (using item of [resource('1'), resource('2')]) {
  if (item.name === '1') continue;
  console.log('at', item.name);
}
outer: for (using once = resource('loop'), count = null; ;) { for (;;) { console.log(count); break outer; } }
try {
  using a = resource('x', true);
  using b = resource('y', true);
  throw new Error('body');
} catch (error: any) {
  console.log(error.name, error.error.message, error.suppressed.error.message, error.suppressed.suppressed.message);
}
for (const bad of [1, {}, null, undefined]) {
  try { using x = bad as any; console.log('taken', x); } catch (error: any) { console.log(error.message); }
}
async function steps() {
  await using one = asyncResource('one');
  using two = resource('two');
  await using nothing = null;
  console.log('body', one.name, two.name, nothing);
  return 'done';
}
let turn = 0;
const tick = () => { if (turn < 8) Promise.resolve().then(() => { console.log('job', ++turn); tick(); }); };
tick();
steps().then((value) => console.log(value));
class Holder { static { using s = resource('static'); console.log('in', s.name); } }
