process.on('uncaughtException', (error) => console.log('caught', error.message));
for (const name of ['a', 'b', 'c']) process.nextTick(() => { throw new Error(name); });
process.nextTick(() => console.log('last'));
