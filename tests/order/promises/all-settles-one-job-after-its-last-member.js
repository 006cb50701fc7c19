Promise.all([Promise.resolve(1), 2, Promise.resolve(3)]).then((v) => console.log('all', v.join()));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3));
