process.on('uncaughtException', (thrown) => console.log('caught', thrown));
setImmediate(() => { throw 'text'; });
setImmediate(() => { throw undefined; });
setImmediate(() => { throw null; });
setImmediate(() => { throw 42; });
setImmediate(() => console.log('last'));
