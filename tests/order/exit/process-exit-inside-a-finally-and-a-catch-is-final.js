// exit: 2
process.on('exit', (code) => console.log('exit', code));
try {
  try {
    throw new Error('a');
  } catch {
    process.exit(2);
  } finally {
    console.log('never');
  }
} catch {
  console.log('never');
}
