// Spies, stubs and a clock of its own.
const sinon = require('sinon');

const clock = sinon.useFakeTimers({ now: 0 });
const late = sinon.fake();
setTimeout(late, 1000, 'x');
setInterval(late, 400, 'y');
clock.tick(999);
console.log(late.args.flat(), Date.now());
clock.tick(1);
console.log(late.lastCall.args, new Date().toISOString());
clock.restore();

const shop = { price: (n) => n * 2, async load() { return 1; } };
const stub = sinon.stub(shop, 'price').withArgs(3).returns(100);
console.log(shop.price(3), shop.price(4), stub.calledOnce);
sinon.restore();
console.log(shop.price(3));
const spy = sinon.spy(shop, 'load');
shop.load('now').then(() => {
  console.log(spy.calledWithExactly('now'), spy.firstCall.returnValue instanceof Promise);
  try {
    sinon.assert.calledTwice(spy);
  } catch (error) {
    console.log(error.name, error.message.split('\n')[0]);
  }
});
