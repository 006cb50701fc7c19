'use strict';
// What every program here prints: a table of calls and what they give or throw.

const { inspect } = require('util');

function outcome(fn) {
  try {
    return inspect(fn(), { breakLength: Infinity, depth: 4 });
  } catch (error) {
    return thrown(error);
  }
}

function thrown(error) {
  if (!(error instanceof Error)) return `throws ${inspect(error)}`;
  return `throws ${error.name}${error.code === undefined ? '' : ` [${error.code}]`}: ${error.message}`;
}

// show(() => f(1), () => f(2)): each call's own text, an arrow, the outcome.
function show(...calls) {
  for (const call of calls) console.log(`${String(call).replace(/^(async )?\(\) => /, '')} -> ${outcome(call)}`);
}

// The same for promises, one after the other.
async function showSettled(...calls) {
  for (const call of calls) {
    let result;
    try {
      result = inspect(await call(), { breakLength: Infinity });
    } catch (error) {
      result = thrown(error);
    }
    console.log(`${String(call).replace(/^(async )?\(\) => /, '')} => ${result}`);
  }
}

// A generator of numbers that is the same everywhere.
function dice(seed) {
  return (sides) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % sides;
  };
}

// Own properties with what kind they are, in order.
function surface(object) {
  return Object.getOwnPropertyNames(object).map((name) => {
    const own = Object.getOwnPropertyDescriptor(object, name);
    const kind = own.get ? 'accessor' : typeof own.value === 'function' ? `${own.value.name}/${own.value.length}` : typeof own.value;
    return `${name}: ${kind}${own.enumerable ? '' : ' (hidden)'}`;
  }).join('\n');
}

module.exports = { show, showSettled, dice, surface, thrown };
