(async () => {
  try {
    for await (const v of [1, Promise.reject('no'), 3]) console.log('value', v);
  } catch (reason) {
    console.log('caught', reason);
  }
  console.log('end');
})();
let p = Promise.resolve();
for (let i = 1; i <= 5; i++) p = p.then(() => console.log('job', i));
