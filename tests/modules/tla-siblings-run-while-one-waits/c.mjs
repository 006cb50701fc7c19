console.log('c1'); await 0; console.log('c2');
