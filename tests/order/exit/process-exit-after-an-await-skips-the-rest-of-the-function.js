// exit: 6
process.on('exit', (code) => console.log('exit', code));
(async () => {
  await null;
  try {
    process.exit(6);
  } finally {
    console.log('never');
  }
})();
