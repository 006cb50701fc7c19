'use strict';
// Runtime functions for syntax that the engine lacks: `using`, decorators. crates/source/src/types emits the calls; each function
// is one step of the corresponding algorithm of the specification.

// The resources of one block. Its body runs in a try block; `fail` takes what it threw, `dispose` (or `next` and `done` with an
// await between them) ends it.
const {
  arrayAt, arrayPop, arrayPush, objectDefineProperty, objectGetOwnPropertyDescriptor, reflectApply,
} = require('core/intrinsics');
const globals = require('globals');

class Disposables {
  #resources = [];
  #failed = false;
  #error = undefined;
  #needsAwait = false;
  #hasAwaited = false;
  value = undefined;

  // using x = value
  add(value) {
    if (value === null || value === undefined) return value;
    checkObject(value);
    this.addMethod(value, checkMethod(value[Symbol.dispose], Symbol.dispose), false);
    return value;
  }

  // await using x = value
  addAsync(value) {
    if (value === null || value === undefined) {
      this.addMethod(undefined, undefined, true);
      return value;
    }
    checkObject(value);
    const method = value[Symbol.asyncDispose];
    if (method !== undefined && method !== null) {
      this.addMethod(value, checkMethod(method, Symbol.asyncDispose), true);
      return value;
    }
    const sync = checkMethod(value[Symbol.dispose], Symbol.dispose);
    // The result of a synchronous method is not awaited, only its completion.
    this.addMethod(value, function() { reflectApply(sync, this, []); }, true);
    return value;
  }

  addMethod(value, method, isAsync) {
    arrayPush(this.#resources, { value, method, isAsync });
  }

  fail(error) {
    this.#error = this.#failed ? new globals.SuppressedError(error, this.#error, 'An error was suppressed during disposal') : error;
    this.#failed = true;
  }

  // Disposes until something has to be awaited: stores it in `value` and returns true.
  next() {
    while (this.#resources.length > 0) {
      const { value, method, isAsync } = arrayAt(this.#resources, -1);
      if (!isAsync && this.#needsAwait && !this.#hasAwaited) {
        this.#needsAwait = false;
        this.value = undefined;
        return true;
      }
      arrayPop(this.#resources);
      if (method === undefined) {
        this.#needsAwait = true;
        continue;
      }
      try {
        const result = reflectApply(method, value, []);
        if (isAsync) {
          this.#hasAwaited = true;
          this.value = result;
          return true;
        }
      } catch (error) {
        this.fail(error);
      }
    }
    if (this.#needsAwait && !this.#hasAwaited) {
      this.#needsAwait = false;
      this.value = undefined;
      return true;
    }
    return false;
  }

  done() {
    if (this.#failed) throw this.#error;
  }

  dispose() {
    this.next();
    this.done();
  }
}

function checkObject(value) {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') return;
  throw new TypeError('An object is expected with `using` declarations');
}

function checkMethod(method, symbol) {
  if (typeof method !== 'function') throw new TypeError(`${String(symbol)} is not a function`);
  return method;
}

const disposables = () => new Disposables();

// The interface that printed code uses for `using` at the top level of a module: u(se), a(wait use), e(rror), d(ispose).
function usingCtx() {
  const resources = new Disposables();
  return {
    u: (value) => resources.add(value),
    a: (value) => resources.addAsync(value),
    set e(error) { resources.fail(error); },
    d() {
      if (resources.next()) return disposeRest(resources);
      resources.done();
    },
  };
}

async function disposeRest(resources) {
  do {
    try {
      await resources.value;
    } catch (error) {
      resources.fail(error);
    }
  } while (resources.next());
  resources.done();
}

// Legacy decorators, TypeScript's `__decorate`: the last one is applied first.
function decorate(decorators, target, key, descriptor) {
  const count = arguments.length;
  let result = count < 3 ? target : descriptor === null ? objectGetOwnPropertyDescriptor(target, key) : descriptor;
  if (typeof Reflect.decorate === 'function') {
    result = Reflect.decorate(decorators, target, key, count < 3 ? undefined : result);
  } else {
    for (let index = decorators.length - 1; index >= 0; index--) {
      const decorator = decorators[index];
      if (!decorator) continue;
      const replacement = count < 3 ? decorator(result) : count > 3 ? decorator(target, key, result) : decorator(target, key);
      result = replacement || result;
    }
  }
  if (count > 3 && result) objectDefineProperty(target, key, result);
  return result;
}

const decorateParam = (index, decorator) => (target, key) => { decorator(target, key, index); };

function decorateMetadata(key, value) {
  if (typeof Reflect.metadata === 'function') return Reflect.metadata(key, value);
}

// Standard decorators of one class.
function decorated(decorators) {
  const DecoratedClass = require('core/decorated_class');
  return new DecoratedClass(decorators);
}

// The decorator `@object.method`, called as a method of its object.
function bound(object, name) {
  const method = typeof name === 'function' ? name(object) : object[name];
  return (value, context) => reflectApply(method, object, [value, context]);
}

module.exports = {
  bound,
  decorate,
  decorateMetadata,
  decorateParam,
  decorated,
  disposables,
  disposeRest,
  usingCtx,
};
