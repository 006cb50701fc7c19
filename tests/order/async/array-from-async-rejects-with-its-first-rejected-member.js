Array.fromAsync([1, Promise.reject('no'), 3]).catch((reason) => console.log('rejected', reason));
setImmediate(() => console.log('immediate'));
