Promise.race([new Promise(() => {}), Promise.resolve('first'), Promise.reject('second')])
  .then((v) => console.log(v));
Promise.race([Promise.reject('reason'), 'plain']).catch((r) => console.log(r));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3));
