console.log('a1'); await 0; console.log('a2'); await 0; console.log('a3');
