Promise.resolve('value').finally(() => 'ignored').then((v) => console.log(v));
Promise.reject('reason').finally(() => 'ignored').catch((r) => console.log(r));
Promise.resolve('lost').finally(() => { throw 'thrown'; }).catch((r) => console.log(r));
Promise.resolve('kept').finally(() => Promise.resolve('ignored')).then((v) => console.log(v));
