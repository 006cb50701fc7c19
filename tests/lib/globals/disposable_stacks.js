'use strict';
// Resources that are disposed of together: the order, what is said about wrong use, errors that hide others, and how many
// promise jobs it takes.

function attempt(what, act) {
  try {
    console.log(what, act());
  } catch (error) {
    console.log(what, error.name, error.message);
  }
}

const disposable = (name) => ({ [Symbol.dispose]() { console.log('disposed of', name); } });

function synchronous() {
  const stack = new DisposableStack();
  console.log(stack, stack.disposed, stack.use(null), stack.use(undefined));
  stack.use(disposable('first'));
  stack.adopt('second', (value) => console.log('disposed of', value));
  stack.defer(() => console.log('disposed of third'));
  console.log(stack.dispose(), stack.disposed, stack.dispose());
  for (const name of ['use', 'adopt', 'defer', 'move']) attempt(name, () => stack[name](null, () => {}));
}

function wrongUse() {
  attempt('without new', () => DisposableStack());
  attempt('without new', () => AsyncDisposableStack());
  for (const stack of [new DisposableStack(), new AsyncDisposableStack()]) {
    attempt('a number', () => stack.use(1));
    attempt('an object', () => stack.use({}));
    attempt('no function', () => stack.use({ [Symbol.dispose]: 1 }));
    attempt('no function', () => stack.adopt(1, 2));
    attempt('no function', () => stack.defer(3));
    const { use } = Object.getPrototypeOf(stack);
    attempt('another receiver', () => use.call({}, null));
    attempt('another receiver', () => use.call(undefined, null));
  }
  attempt('another receiver', () => DisposableStack.prototype.dispose.call(new AsyncDisposableStack()));
  const { get } = Object.getOwnPropertyDescriptor(DisposableStack.prototype, 'disposed');
  attempt('another receiver', () => get.call({}));
}

function errorsAndMoves() {
  const failing = new DisposableStack();
  for (const letter of ['a', 'b', 'c']) failing.defer(() => { throw new Error(letter); });
  try {
    failing.dispose();
  } catch ({ name, message, error, suppressed }) {
    console.log(name, message, error.message, suppressed.error.message, suppressed.suppressed.message);
  }
  const from = new DisposableStack();
  from.use(disposable('what was moved'));
  const to = from.move();
  console.log(from.disposed, to.disposed, to instanceof DisposableStack);
  from.dispose();
  to[Symbol.dispose]();
}

function shape() {
  for (const Class of [DisposableStack, AsyncDisposableStack]) {
    const { prototype } = Class;
    console.log(Class.name, Class.length, Object.getOwnPropertyNames(prototype).join(), prototype[Symbol.toStringTag]);
    console.log(Object.getOwnPropertyDescriptor(prototype, 'use'), prototype.adopt.length);
    class Own extends Class {}
    console.log(new Own() instanceof Class, new Own().disposed);
  }
  console.log(AsyncDisposableStack.prototype[Symbol.asyncDispose] === AsyncDisposableStack.prototype.disposeAsync);
}

async function asynchronous() {
  const stack = new AsyncDisposableStack();
  stack.use(disposable('the synchronous one'));
  stack.use({ async [Symbol.asyncDispose]() {
    console.log('begins');
    await null;
    console.log('ends');
  } });
  stack.use(null);
  stack.defer(async () => console.log('deferred'));
  stack.adopt(5, async (value) => console.log('adopted', value));
  const promise = stack.disposeAsync();
  console.log('called', stack.disposed);
  queueMicrotask(() => console.log('a job'));
  console.log(await promise, await stack.disposeAsync());
  attempt('afterwards', () => stack.use(null));
  const failing = new AsyncDisposableStack();
  failing.defer(async () => { throw new Error('x'); });
  failing.defer(() => { throw new Error('y'); });
  await failing.disposeAsync().catch(({ name, error, suppressed }) => console.log(name, error.message, suppressed.message));
  await AsyncDisposableStack.prototype.disposeAsync.call({}).catch((error) => console.log(error.message));
  await jobs('nothing', new AsyncDisposableStack());
  const withNull = new AsyncDisposableStack();
  withNull.use(null);
  await jobs('null', withNull);
}

async function jobs(what, stack) {
  let settled = false;
  stack.disposeAsync().then(() => { settled = true; });
  let count = 0;
  for (; !settled; count++) await null;
  console.log(what, 'takes', count);
}

synchronous();
wrongUse();
errorsAndMoves();
shape();
asynchronous();
