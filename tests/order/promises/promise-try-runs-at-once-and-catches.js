Promise.try(() => { console.log('runs'); return 'value'; }).then((v) => console.log(v));
Promise.try(() => { throw 'thrown'; }).catch((r) => console.log(r));
console.log('script');
