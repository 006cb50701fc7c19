console.log('a'); await 0; console.log('a ends');
