'use strict';

// DOMException: an error whose name, message and code are accessors of the prototype, as in WebIDL.

const {
  arrayForEach, numberIsFinite, objectDefineProperties, objectDefineProperty, objectSetPrototypeOf,
} = require('core/intrinsics');
const { SafeMap, SafeWeakMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { convertsErrors } = binding('stack');
const { codes } = require('core/errors');

// The index of a name is its legacy code minus one. Entries without a name are obsolete codes.
const legacy = [
  ['INDEX_SIZE_ERR', 'IndexSizeError'],
  ['DOMSTRING_SIZE_ERR'],
  ['HIERARCHY_REQUEST_ERR', 'HierarchyRequestError'],
  ['WRONG_DOCUMENT_ERR', 'WrongDocumentError'],
  ['INVALID_CHARACTER_ERR', 'InvalidCharacterError'],
  ['NO_DATA_ALLOWED_ERR'],
  ['NO_MODIFICATION_ALLOWED_ERR', 'NoModificationAllowedError'],
  ['NOT_FOUND_ERR', 'NotFoundError'],
  ['NOT_SUPPORTED_ERR', 'NotSupportedError'],
  ['INUSE_ATTRIBUTE_ERR', 'InUseAttributeError'],
  ['INVALID_STATE_ERR', 'InvalidStateError'],
  ['SYNTAX_ERR', 'SyntaxError'],
  ['INVALID_MODIFICATION_ERR', 'InvalidModificationError'],
  ['NAMESPACE_ERR', 'NamespaceError'],
  ['INVALID_ACCESS_ERR', 'InvalidAccessError'],
  ['VALIDATION_ERR'],
  ['TYPE_MISMATCH_ERR', 'TypeMismatchError'],
  ['SECURITY_ERR', 'SecurityError'],
  ['NETWORK_ERR', 'NetworkError'],
  ['ABORT_ERR', 'AbortError'],
  ['URL_MISMATCH_ERR', 'URLMismatchError'],
  ['QUOTA_EXCEEDED_ERR', 'QuotaExceededError'],
  ['TIMEOUT_ERR', 'TimeoutError'],
  ['INVALID_NODE_TYPE_ERR', 'InvalidNodeTypeError'],
  ['DATA_CLONE_ERR', 'DataCloneError'],
];

const codeOfName = new SafeMap();
arrayForEach(legacy, ({ 1: name }, index) => {
  if (name !== undefined) codeOfName.set(name, index + 1);
});

// { message, name, code } of every exception. A side table, because the instance is created by Error itself (it carries a stack)
// and not by this class.
const details = new SafeWeakMap();

function detailsOf(exception) {
  const own = details.get(exception);
  if (own === undefined) {
    const error = new codes.ERR_INVALID_THIS('DOMException');
    objectDefineProperty(error, 'message', { __proto__: null, value: 'Value of "this" must be of DOMException' });
    throw error;
  }
  return own;
}

class DOMException {
  constructor(message = '', options = 'Error') {
    const self = objectSetPrototypeOf(new Error(), new.target.prototype);
    // The engine's own, which V8 does not have. Where errors are converted (core/stack.js) they go with the first look at the stack.
    if (!convertsErrors()) for (const name of each(['line', 'column', 'sourceURL'])) delete self[name];
    let name;
    if (options !== null && typeof options === 'object') {
      name = options.name;
      if ('cause' in options) {
        objectDefineProperty(self, 'cause', {
          __proto__: null,
          value: options.cause, configurable: true, writable: true, enumerable: false,
        });
      }
    } else {
      name = `${options}`;
    }
    details.set(self, { message: `${message}`, name, code: codeOfName.get(name) ?? 0 });
    return self;
  }

  get name() {
    return detailsOf(this).name;
  }

  get message() {
    return detailsOf(this).message;
  }

  get code() {
    return detailsOf(this).code;
  }
}

objectSetPrototypeOf(DOMException.prototype, Error.prototype);
objectDefineProperties(DOMException.prototype, {
  [Symbol.toStringTag]: { __proto__: null, value: 'DOMException', configurable: true },
  name: { __proto__: null, enumerable: true },
  message: { __proto__: null, enumerable: true },
  code: { __proto__: null, enumerable: true },
});
arrayForEach(legacy, ({ 0: constant }, index) => {
  const descriptor = { __proto__: null, enumerable: true, value: index + 1 };
  objectDefineProperty(DOMException, constant, descriptor);
  objectDefineProperty(DOMException.prototype, constant, descriptor);
});

objectDefineProperty(DOMException.prototype, require('core/cloneable').kClone, {
  __proto__: null,
  get() {
    return details.has(this) ? copyOfException : undefined;
  },
});

function copyOfException() {
  const { message, name } = detailsOf(this);
  return withStackOf(this, new DOMException(message, name));
}

function withStackOf(original, copy) {
  return objectDefineProperty(copy, 'stack', { __proto__: null, value: original.stack, writable: true, configurable: true });
}

const notQuota = () => require('core/errors').codedError('ERR_INVALID_THIS', TypeError, 'Value of "this" must be of QuotaExceededError');

class QuotaExceededError extends DOMException {
  #quota = null;
  #requested = null;

  constructor(message = '', options = undefined) {
    super(message, 'QuotaExceededError');
    options ??= {};
    if ('quota' in options) this.#quota = amountOf(options.quota, 'quota');
    if ('requested' in options) this.#requested = amountOf(options.requested, 'requested');
    if (this.#quota !== null && this.#requested !== null && this.#requested < this.#quota) {
      throw new RangeError('options.requested must not be less than options.quota');
    }
  }

  get quota() {
    if (!(#quota in this)) throw notQuota();
    return this.#quota;
  }

  get requested() {
    if (!(#requested in this)) throw notQuota();
    return this.#requested;
  }

  get [require('core/cloneable').kClone]() {
    return #quota in this ? copyOfQuotaError : undefined;
  }
}

function copyOfQuotaError() {
  const { message, quota, requested } = this;
  return withStackOf(this, new QuotaExceededError(message, { ...(quota !== null && { quota }), ...(requested !== null && { requested }) }));
}

function amountOf(value, name) {
  const amount = Number(value);
  if (!numberIsFinite(amount)) throw new TypeError(`Cannot convert options.${name} to a double: the value is ${amount}`);
  if (amount < 0) throw new RangeError(`options.${name} must not be negative`);
  return amount;
}

objectDefineProperties(QuotaExceededError.prototype, {
  [Symbol.toStringTag]: { __proto__: null, value: 'QuotaExceededError', configurable: true },
  quota: { __proto__: null, enumerable: true },
  requested: { __proto__: null, enumerable: true },
});

module.exports = { DOMException, QuotaExceededError };
