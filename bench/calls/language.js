'use strict';
// The engine's own work: what the language defines. Node's engine is V8, that of Bun and Hexloop JavaScriptCore.
const { eight } = require('./fixtures/eight.js');

const objects = eight((index) => ({ id: index, name: 'text', list: [1, 2, 3], inner: { ok: true } }));
const records = Array.from({ length: 200 }, (_, index) => ({ id: index, name: `name ${index}`, tags: ['a', 'b'] }));
const json = objects.map((object) => JSON.stringify(object));
const largeJson = JSON.stringify(records);
const texts = eight((index) => `${index} the quick brown fox jumps over the lazy dog `.repeat(10));
const numbers = eight((index) => Array.from({ length: 100 }, (_, at) => (at * 7919 + index) % 101));
const map = new Map(numbers[0].map((value, index) => [`key ${index}`, value]));
const keys = eight((index) => `key ${index}`);
const weak = new WeakMap(objects.map((object) => [object, 1]));
const proxy = new Proxy(objects[0], { get: (target, name) => target[name] });
const dates = eight((index) => `2024-03-0${index + 1}T12:30:00.000Z`);
const moment = eight((index) => new Date(index * 1e9));
const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const collator = new Intl.Collator('de');
const plural = new Intl.PluralRules('en');
const words = ['zebra', 'Äpfel', 'apple', 'Öl', 'ice', 'straße', 'Zoo', 'éclair'];

class Counter {
  #count = 0;

  add(value) {
    this.#count += value;
    return this.#count;
  }
}

function* count(to) {
  for (let value = 0; value < to; value++) yield value;
}

exports.engine = true;

const data = {
  'JSON.parse small': (turn) => JSON.parse(json[turn & 7]),
  'JSON.parse of 200 objects': () => JSON.parse(largeJson),
  'JSON.stringify small': (turn) => JSON.stringify(objects[turn & 7]),
  'JSON.stringify of 200 objects': () => JSON.stringify(records),
  'JSON.stringify indented': (turn) => JSON.stringify(objects[turn & 7], null, 2),
  'object spread': (turn) => ({ ...objects[turn & 7], extra: turn }),
  'Object.entries and fromEntries': (turn) => Object.fromEntries(Object.entries(objects[turn & 7])),
  'Object.keys': (turn) => Object.keys(objects[turn & 7]),
  'Map get and set': (turn) => map.set(keys[turn & 7], turn).get(keys[(turn + 1) & 7]),
  'new Set of 100': (turn) => new Set(numbers[turn & 7]),
  'WeakMap get': (turn) => weak.get(objects[turn & 7]),
  'property through a Proxy': () => proxy.name,
  'sort of 100 numbers': (turn) => numbers[turn & 7].slice().sort((a, b) => a - b),
  'map, filter and reduce of 100': (turn) =>
    numbers[turn & 7].map((value) => value * 2).filter((value) => value > 50).reduce((sum, value) => sum + value, 0),
  'Array.from of 100': (turn) => Array.from({ length: 100 }, (_, index) => index + turn),
  'new with a private field': (turn) => new Counter().add(turn),
  'generator of 10, spread': () => [...count(10)],
  'BigInt multiplication': (turn) => BigInt(turn) * 123456789012345678901234567890n,
};

const text = {
  'replace by a RegExp': (turn) => texts[turn & 7].replace(/(\w)o(\w)/g, '$1-$2'),
  'match all': (turn) => [...texts[turn & 7].matchAll(/\b\w{5}\b/g)].length,
  'RegExp test': (turn) => /lazy\s+dog/.test(texts[turn & 7]),
  'split and join': (turn) => texts[turn & 7].split(' ').join('-'),
  'concatenation of 100': () => {
    let all = '';
    for (let index = 0; index < 100; index++) all += index;
    return all.length;
  },
  'template of 3 values': (turn) => `${turn}: ${keys[turn & 7]} of ${texts.length}`,
  toUpperCase: (turn) => texts[turn & 7].toUpperCase(),
  encodeURIComponent: (turn) => encodeURIComponent(texts[turn & 7]),
  normalize: (turn) => words[turn & 7].normalize('NFD'),
  'parseInt and toFixed': (turn) => parseInt(keys[turn & 7].slice(4), 10).toFixed(2),
  'Date toISOString': (turn) => moment[turn & 7].toISOString(),
  'Date.parse': (turn) => Date.parse(dates[turn & 7]),
};

const international = {
  'Intl.NumberFormat format': (turn) => price.format(turn * 1.5),
  'number toLocaleString': (turn) => (turn * 1000.5).toLocaleString(),
  'Intl.DateTimeFormat format': (turn) => calendar.format(moment[turn & 7]),
  'Date toLocaleDateString': (turn) => moment[turn & 7].toLocaleDateString(),
  'Intl.Collator compare': (turn) => collator.compare(words[turn & 7], words[(turn + 3) & 7]),
  localeCompare: (turn) => words[turn & 7].localeCompare(words[(turn + 3) & 7]),
  'Intl.PluralRules select': (turn) => plural.select(turn & 3),
};

exports.calls = { ...data, ...text, ...international };

exports.operations = {
  'await of null': async () => { await null; },
  '10 awaits': async () => {
    for (let index = 0; index < 10; index++) await index;
  },
  'then of then': (turn) => Promise.resolve(turn).then((value) => value + 1).then((value) => value + 1),
  'Promise.all of 100': (turn) => Promise.all(Array.from({ length: 100 }, (_, index) => Promise.resolve(index + turn))),
  'for await over an async generator of 10': async () => {
    async function* values() {
      for (let value = 0; value < 10; value++) yield value;
    }
    let sum = 0;
    for await (const value of values()) sum += value;
    return sum;
  },
};
