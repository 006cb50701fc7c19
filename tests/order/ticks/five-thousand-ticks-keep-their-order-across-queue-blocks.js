let last = -1;
let ordered = true;
for (let i = 0; i < 5000; i++) {
  process.nextTick((n) => {
    if (n !== last + 1) ordered = false;
    last = n;
  }, i);
}
setImmediate(() => console.log(ordered, last));
