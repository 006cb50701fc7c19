// A rejection that nobody handles ends the process.
process.on('exit', (code) => console.log('exit ' + code));
const failed = async () => {
  await null;
  const error = new Error('nobody handles this');
  error.code = 'OWN';
  throw error;
};
failed();
