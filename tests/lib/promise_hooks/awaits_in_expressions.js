'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

const x = async (value) => value;
async function main() {
  log(await x(1) + await x(2), (await x([3]))[0], await (await x(x(4))));
  const object = { a: await x(5), ...(await x({ b: 6 })) };
  log(object.a, object.b);
  return await x(7);
}
main().then((value) => log('value', value));
