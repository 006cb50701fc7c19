process.on('uncaughtException', (error) => console.log('caught', error.message));
for (const name of ['a', 'b', 'c']) {
  setTimeout(() => { throw new Error(name); }, 1);
}
setTimeout(() => console.log('last'), 1);
