setImmediate(() => console.log('immediate'));
(async () => {
  for (let i = 0; i < 20000; i++) await i;
  console.log('awaits are over');
})();
process.nextTick(() => console.log('tick'));
