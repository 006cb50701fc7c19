setTimeout(() => console.log('timer'), 5);
process.on('beforeExit', () => console.log('beforeExit'));
await new Promise(() => {});
