import './leaf.mjs'; console.log('two runs'); process.nextTick(() => console.log('tick of two'));
