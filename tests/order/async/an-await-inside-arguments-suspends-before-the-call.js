const log = (...args) => console.log(...args);
(async () => {
  log(log('left') ?? 'left done', await 'right');
})();
log('script');
