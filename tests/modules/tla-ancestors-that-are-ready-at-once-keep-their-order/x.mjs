console.log('x 1'); await null; console.log('x 2');
