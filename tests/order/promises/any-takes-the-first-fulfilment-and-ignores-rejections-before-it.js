Promise.any([Promise.reject('no'), new Promise((r) => setImmediate(r, 'late')), Promise.reject('no')])
  .then((v) => console.log('any', v));
setImmediate(() => console.log('immediate'));
