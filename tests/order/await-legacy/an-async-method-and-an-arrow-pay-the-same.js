// flags: --await=legacy
// node: no
const object = { async method() { await Promise.resolve(); console.log('method'); } };
const arrow = async () => { await Promise.resolve(); console.log('arrow'); };
object.method();
arrow();
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2')).then(() => console.log('job 3'));
