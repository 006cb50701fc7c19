// No gc(): what the program allocates makes the collector run.
let called = 0;
const registry = new FinalizationRegistry(() => called++);
let junk = [];
let rounds = 0;
const interval = setInterval(() => {
  for (let i = 0; i < 2000; i++) registry.register({ i }, i);
  for (let i = 0; i < 300; i++) junk.push(new Array(1000).fill(i));
  if (junk.length > 1000) junk = [];
  if (called === 0 && ++rounds < 500) return;
  clearInterval(interval);
  console.log(called > 0 ? 'called' : 'never called');
}, 2);
