for (let i = 0; i < 5; i++) process.nextTick(() => console.log('tick', i));
