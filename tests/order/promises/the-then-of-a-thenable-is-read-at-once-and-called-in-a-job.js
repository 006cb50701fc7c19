const thenable = {
  get then() {
    console.log('then is read');
    return (resolve) => { console.log('then is called'); resolve('done'); };
  },
};
Promise.resolve(thenable).then((v) => console.log(v));
console.log('script');
queueMicrotask(() => console.log('microtask'));
