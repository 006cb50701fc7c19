Promise.resolve('v').catch(() => {}).then((v) => console.log('after catch', v));
Promise.resolve('w').then((v) => console.log('direct', v)).then(() => console.log('second'));
