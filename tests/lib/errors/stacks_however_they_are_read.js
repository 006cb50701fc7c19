// An error's stack is V8's by whatever means a program reads it, and captureStackTrace makes text when it is read.
const first = (text) => String(text).split('\n').slice(0, 2).map((line) => line.replace(/\(.*[\\/]/, '(')).join(' | ');
function make() { return new TypeError('made'); }

for (const read of [
  (error) => error.stack,
  (error) => error['st' + 'ack'],
  (error) => Reflect.get(error, 'stack'),
  (error) => { const { stack } = error; return stack; },
  (error) => Object.create(error).stack,
  (error) => { const copy = {}; for (const key of Object.getOwnPropertyNames(error)) copy[key] = error[key]; return copy.stack; },
  (error) => { try { throw error; } catch (caught) { return caught.stack; } },
]) console.log(first(read(make())));
console.log(Object.getOwnPropertyNames(make()).sort(), Object.keys(make()), 'line' in make());

const late = new Error('first');
late.message = 'second';
console.log(first(late.stack));
const written = new Error('x');
written.stack = 'written';
console.log(written.stack, Object.getOwnPropertyNames(written).sort());
const deleted = new Error('x');
delete deleted.stack;
console.log(deleted.stack);
console.log(first(Object.freeze(new Error('frozen')).stack));

const captured = { name: 'Name', message: 'before' };
Error.captureStackTrace(captured);
captured.message = 'after';
console.log(first(captured.stack).split(' | ')[0], Object.keys(captured));
const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(captured, 'stack');
console.log(typeof get, typeof set, enumerable, configurable);
const heir = Object.create(captured);
heir.stack = 'through the heir';
console.log(Object.hasOwn(heir, 'stack'), captured.stack);
function below() { const holder = {}; Error.captureStackTrace(holder, below); return holder; }
function caller() { return below(); }
console.log(first(caller().stack));
Error.captureStackTrace(captured, function elsewhere() {});
console.log(JSON.stringify(captured.stack));
for (const value of [5, null, new Proxy({}, {})]) {
  try {
    Error.captureStackTrace(value);
  } catch (error) {
    console.log(error.name, error.message);
  }
}
try {
  Error.captureStackTrace(Object.freeze({}));
} catch (error) {
  console.log(error.name, error.message);
}

// prepareStackTrace is asked when the stack is read.
const prepared = new Error('prepared');
const holder = {};
Error.captureStackTrace(holder);
Error.prepareStackTrace = (error, sites) => `${error.message} ${sites[0].getFileName() === __filename}`;
console.log(prepared.stack, holder.stack);
Error.prepareStackTrace = () => { throw new RangeError('refused'); };
try {
  console.log(new Error('x').stack);
} catch (error) {
  Error.prepareStackTrace = undefined;
  console.log(error.name, error.message);
}
Error.prepareStackTrace = undefined;
Error.stackTraceLimit = 0;
console.log(JSON.stringify(new Error('no frames').stack));
