// node: may-differ
setImmediate(() => console.log('immediate 1'));
setTimeout(() => console.log('one'), 1);
setTimeout(() => console.log('zero'), 0);
setImmediate(() => console.log('immediate 2'));
