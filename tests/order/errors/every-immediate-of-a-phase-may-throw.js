process.on('uncaughtException', (error) => console.log('caught', error.message));
for (const name of ['a', 'b', 'c']) setImmediate(() => { throw new Error(name); });
setImmediate(() => console.log('last'));
