async function f() {
  try {
    await Promise.reject('reason');
  } catch (reason) {
    console.log('caught', reason);
  } finally {
    console.log('finally');
  }
  return 'done';
}
f().then((v) => console.log(v));
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2')).then(() => console.log('job 3'));
