Promise.all([]).then(() => console.log('all'));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2));
Promise.allSettled([]).then(() => console.log('allSettled'));
Promise.any([]).catch((error) => console.log('any', error.name, error.errors.length));
