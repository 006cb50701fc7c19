const nest = (depth) => ({
  then(resolve) {
    console.log('depth', depth);
    resolve(depth === 0 ? 'bottom' : nest(depth - 1));
  },
});
Promise.resolve(nest(2)).then((v) => console.log(v));
let p = Promise.resolve();
for (let i = 1; i <= 5; i++) p = p.then(() => console.log('job', i));
