console.log('loading');
process.nextTick(() => console.log('tick of the module'));
throw new Error('cannot load');
