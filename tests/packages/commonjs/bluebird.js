// Promises of bluebird: its scheduling, collections, filters of catch, cancellation, disposers, coroutines.
const Promise = require('bluebird');
const files = Promise.promisifyAll({ read: (name, done) => setImmediate(done, name ? null : new Error('no name'), `<${name}>`) });

Promise.config({ cancellation: true, warnings: false });
class NotFound extends Error {}

Promise.coroutine(function* () {
  console.log(yield files.readAsync('a'), yield files.readAsync('').catch((error) => error.message));
  console.log(yield Promise.map([3, 1, 2], (n) => Promise.delay(n).return(n * 10), { concurrency: 2 }));
  console.log(yield Promise.reduce([1, 2, 3], (sum, n) => Promise.resolve(sum + n), 0));
  console.log(yield Promise.props({ a: 1, b: Promise.resolve(2) }), yield Promise.filter([1, 2, 3, 4], (n) => n % 2 === 0));
  console.log(yield Promise.some([Promise.delay(30, 'slow'), Promise.delay(1, 'first'), 'at once'], 2));

  const kinds = yield Promise.reject(new NotFound('page'))
    .catch(TypeError, () => 'a type error')
    .catch(NotFound, (error) => `not found: ${error.message}`)
    .finally(() => console.log('finally'));
  console.log(kinds);

  const resource = Promise.resolve('handle').disposer(() => console.log('disposed'));
  console.log(yield Promise.using(resource, (handle) => handle.toUpperCase()));

  const cancelled = Promise.delay(1000).finally(() => console.log('cancelled?', cancelled.isCancelled()));
  cancelled.cancel();
  yield Promise.delay(5);
  yield Promise.delay(50).timeout(5, 'too slow').catch(Promise.TimeoutError, (error) => console.log(error.name, error.message));
  const states = yield Promise.all([Promise.resolve(1).reflect(), Promise.reject(new Error('x')).reflect()]);
  console.log(states.map((state) => (state.isFulfilled() ? state.value() : state.reason().message)));
  yield Promise.resolve([1, 2]).spread((a, b) => console.log(a + b));
})().then(() => console.log('end'));

console.log('synchronous part first');
