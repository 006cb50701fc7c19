await 0; throw new Error('bad');
