// No gc(), and an immediate is always queued.
let called = 0;
const registry = new FinalizationRegistry(() => called++);
let junk = [];
let rounds = 0;
setImmediate(function spin() {
  for (let i = 0; i < 100; i++) registry.register({ i }, i);
  for (let i = 0; i < 30; i++) junk.push(new Array(1000).fill(i));
  if (junk.length > 1000) junk = [];
  if (called === 0 && ++rounds < 20000) setImmediate(spin);
  else console.log(called > 0 ? 'called' : 'never called');
});
