const after = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
Promise.all([after(40, 'slow'), after(1, 'quick'), 'plain']).then((v) => console.log(v.join(' ')));
