console.log('fast 1'); await 1; console.log('fast 2');
