Promise.resolve('v').then(null).then(undefined, () => {}).then((v) => console.log(v));
Promise.reject('r').then(null).then(() => {}, null).catch((r) => console.log(r));
