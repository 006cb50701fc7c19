console.log('main', require.main === module, module.parent, require.main.filename === __filename);
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('job'));
