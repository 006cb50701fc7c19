const object = { async method() { await 0; console.log('method'); } };
async function declared() { await 0; console.log('declared'); }
const arrow = async () => { await 0; console.log('arrow'); };
arrow();
object.method();
declared();
