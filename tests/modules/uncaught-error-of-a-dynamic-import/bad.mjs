console.log('bad');
throw new Error('bad');
