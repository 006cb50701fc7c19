Promise.allSettled([Promise.reject('a'), 'b', new Promise((r) => setImmediate(r, 'c'))])
  .then((all) => console.log(all.map((o) => `${o.status}:${o.reason ?? o.value}`).join(' ')));
