process.on('uncaughtException', (error, origin) => {
  console.log(origin, error.name, error.code);
  console.log(error.message);
});
Promise.reject('just text');
Promise.reject(undefined);
