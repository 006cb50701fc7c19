let last = -1;
let ordered = true;
for (let i = 0; i < 10000; i++) {
  setImmediate((n) => {
    ordered = ordered && n === last + 1;
    last = n;
  }, i);
}
setImmediate(() => console.log(ordered, last));
