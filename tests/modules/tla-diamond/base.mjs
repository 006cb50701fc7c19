await 0; console.log('base');
