'use strict';
// Errors: made, thrown and caught, with their stacks; those that the engine throws and those of the API.
const fs = require('fs');
const path = require('path');
const { eight } = require('./fixtures/eight.js');

class Refused extends Error {
  constructor(message) {
    super(message);
    this.name = 'Refused';
    this.code = 'E_REFUSED';
  }
}

const messages = eight((index) => `failed ${index}`);
const errors = messages.map((message) => new Error(message));
const nothing = eight(() => undefined);
const broken = eight((index) => `{"a": ${index},`);
const cause = new Error('cause');

const deep = (depth, work) => (depth === 0 ? work() : deep(depth - 1, work) ?? 0);

const made = {
  'new Error': (turn) => new Error(messages[turn & 7]),
  'new Error with a cause': (turn) => new Error(messages[turn & 7], { cause }),
  'new of a subclass': (turn) => new Refused(messages[turn & 7]),
  'new Error, 20 calls deep': (turn) => deep(20, () => new Error(messages[turn & 7])),
  'new Error, stackTraceLimit 0': (turn) => {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    const error = new Error(messages[turn & 7]);
    Error.stackTraceLimit = limit;
    return error;
  },
  'new AggregateError': (turn) => new AggregateError(errors, messages[turn & 7]),
  toString: (turn) => errors[turn & 7].toString(),
  'instanceof and message': (turn) => errors[turn & 7] instanceof Error && errors[turn & 7].message,
};

const stacks = {
  'new Error and stack': (turn) => new Error(messages[turn & 7]).stack,
  'stack, 20 calls deep': (turn) => deep(20, () => new Error(messages[turn & 7]).stack),
  'stack of one error, read again': (turn) => errors[turn & 7].stack,
  captureStackTrace: () => {
    const target = {};
    Error.captureStackTrace(target);
    return target;
  },
  'captureStackTrace and stack': () => {
    const target = {};
    Error.captureStackTrace(target);
    return target.stack;
  },
  prepareStackTrace: (turn) => {
    const before = Error.prepareStackTrace;
    Error.prepareStackTrace = (error, sites) => sites.length;
    const { stack } = new Error(messages[turn & 7]);
    Error.prepareStackTrace = before;
    return stack;
  },
};

function caught(work) {
  try {
    return work();
  } catch (error) {
    return error.message;
  }
}

const thrown = {
  'throw and catch': (turn) => {
    try {
      throw errors[turn & 7];
    } catch (error) {
      return error.message;
    }
  },
  'throw new Error and catch': (turn) => caught(() => { throw new Error(messages[turn & 7]); }),
  'throw new of a subclass and catch': (turn) => caught(() => { throw new Refused(messages[turn & 7]); }),
  'throw through 20 calls': (turn) => caught(() => deep(20, () => { throw new Error(messages[turn & 7]); })),
};

const byEngine = {
  'TypeError: property of undefined': (turn) => caught(() => nothing[turn & 7].name),
  'TypeError: not a function': (turn) => caught(() => errors[turn & 7].missing()),
  'ReferenceError: not defined': () => caught(() => notDefined),
  'RangeError: array length': (turn) => caught(() => new Array(-1 - (turn & 7))),
  'RangeError: toFixed': (turn) => caught(() => (1).toFixed(200 + (turn & 7))),
  'SyntaxError: JSON.parse': (turn) => caught(() => JSON.parse(broken[turn & 7])),
  'SyntaxError: new RegExp': () => caught(() => new RegExp('(')),
  'URIError: decodeURIComponent': () => caught(() => decodeURIComponent('%')),
};

const byNode = {
  ERR_INVALID_ARG_TYPE: (turn) => caught(() => path.join(turn)),
  ERR_OUT_OF_RANGE: (turn) => caught(() => Buffer.alloc(4).readInt8(8 + (turn & 7))),
  ERR_UNKNOWN_ENCODING: () => caught(() => Buffer.from('a', 'nothing')),
  'ENOENT of readFileSync': (turn) => caught(() => fs.readFileSync(`/missing/${turn & 7}`)),
};

exports.calls = { ...made, ...stacks, ...thrown, ...byEngine, ...byNode };

exports.operations = {
  'rejected and caught': (turn) => Promise.reject(errors[turn & 7]).catch((error) => error.message),
  'await that throws': async (turn) => {
    try {
      return await Promise.reject(errors[turn & 7]);
    } catch (error) {
      return error.message;
    }
  },
  'throw in an async function, 5 deep': async (turn) => {
    const call = async (depth) => {
      if (depth === 0) throw new Error(messages[turn & 7]);
      return await call(depth - 1);
    };
    return call(5).catch((error) => error.message);
  },
  'Promise.allSettled of 10 rejected': () => Promise.allSettled(Array.from({ length: 10 }, () => Promise.reject(cause))),
};
