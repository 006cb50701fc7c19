(async () => 'value')().then((v) => console.log(v));
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2'));
