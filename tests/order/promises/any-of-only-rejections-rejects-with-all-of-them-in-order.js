Promise.any([Promise.reject('a'), new Promise((_, reject) => setImmediate(reject, 'b')), Promise.reject('c')])
  .catch((error) => console.log(error.constructor.name, error.errors.join()));
