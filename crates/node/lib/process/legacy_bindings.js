'use strict';
// process.binding, Node's legacy access to its internals, which some old packages still use. Tables that are also available elsewhere
// are implemented; the rest are C++ objects of Node, which Hexloop does not have.

const { arrayMap, objectFromEntries } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');

const UNSUPPORTED = new SafeSet(['buffer', 'cares_wrap', 'config', 'contextify', 'fs', 'fs_event_wrap', 'icu', 'inspector', 'js_stream',
  'os', 'pipe_wrap', 'process_wrap', 'spawn_sync', 'stream_wrap', 'tcp_wrap', 'tls_wrap', 'tty_wrap', 'udp_wrap', 'zlib']);

const TYPE_TESTS = ['isArrayBuffer', 'isAsyncFunction', 'isDate', 'isExternal', 'isMap', 'isMapIterator', 'isNativeError',
  'isPromise', 'isRegExp', 'isSet', 'isSetIterator', 'isAnyArrayBuffer', 'isArrayBufferView', 'isDataView', 'isTypedArray',
  'isUint8Array'];

const factories = {
  __proto__: null,
  constants: () => ({ os: require('os').constants, fs: require('fs').constants }),
  natives: () => objectFromEntries(each(arrayMap(require('module').builtinModules, (id) => [id, '']))),
  util() {
    const types = require('util/types');
    return objectFromEntries(each(arrayMap(TYPE_TESTS, (name) => [name, types[name]])));
  },
  uv() {
    const { systemErrorMap, systemErrorName } = require('core/system_errors');
    const errors = arrayMap([...each(systemErrorMap())], ({ 0: number, 1: { 0: name } }) => [`UV_${name}`, number]);
    return { errname: (number) => systemErrorName(number), ...objectFromEntries(each(errors)) };
  },
};

const cache = { __proto__: null };

function binding(name) {
  const id = `${name}`;
  const { emitWarningOnce, options } = require('process/warning');
  if (options().pendingDeprecation) {
    emitWarningOnce('process.binding() is deprecated. Please use public APIs instead.', 'DeprecationWarning', 'DEP0111');
  }
  if (factories[id] !== undefined) return cache[id] ??= factories[id]();
  if (UNSUPPORTED.has(id)) throw require('core/not_implemented').notImplemented(`process.binding('${id}')`);
  throw new Error(`No such module: ${id}`);
}

function _linkedBinding(name) {
  throw require('core/errors').codedError('ERR_INVALID_MODULE', Error, `No such binding was linked: ${name}`);
}

module.exports = { _linkedBinding, binding };
