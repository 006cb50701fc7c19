Promise.resolve({
  then(resolve, reject) {
    resolve('first');
    resolve('second');
    reject('third');
    throw 'fourth';
  },
}).then((v) => console.log('value', v), (r) => console.log('reason', r));
