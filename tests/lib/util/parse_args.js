'use strict';
// util.parseArgs: every rule by hand, then generated command lines.
const { parseArgs } = require('util');
const { dice } = require('../table');

function print(config) {
  let outcome;
  try {
    outcome = JSON.stringify(parseArgs(config));
  } catch (error) {
    outcome = `${error.name} ${error.code} ${error.message}`;
  }
  console.log(JSON.stringify(config), '->', outcome);
}

const string = (more) => ({ type: 'string', ...more });
const boolean = (more) => ({ type: 'boolean', ...more });
const rows = [
  [], ['--foo'], ['pos'], ['--', '--x'], ['-'], ['-x'], ['--no-foo'], ['--foo=bar'], ['--foo', 'bar'], ['-f', 'bar'], ['-fbar'], ['-f=bar'], ['--foo='], ['--foo', ''],
  ['--foo', '-b'], ['-f', '--bar'], ['-bf', 'x'], ['-bfx'], ['--foo', '-1'], ['--bar=1'], ['--no-bar'], ['--no-bar=1'], ['--__proto__=1'],
];
for (const args of rows) {
  const options = { foo: string({ short: 'f' }), bar: boolean({ short: 'b' }) };
  print({ args });
  print({ args, strict: false });
  print({ args, options });
  print({ args, options, allowPositionals: true, tokens: true, allowNegative: true });
  print({ args, options, strict: false, tokens: true });
}
for (const config of [{ args: 1 }, { options: 1 }, { strict: 1 }, { tokens: 1 }, { allowPositionals: 1 }, { allowNegative: 1 }, { options: { f: 1 } },
  { options: { f: { type: 'num' } } }, { options: { f: string({ short: 'ab' }) } }, { options: { f: string({ short: 1 }) } },
  { options: { f: string({ multiple: 1 }) } }, { options: { f: string({ default: 1 }) } }, { options: { f: boolean({ default: 'x' }) } },
  { options: { f: string({ multiple: true, default: 'x' }) } }, { options: { f: boolean({ multiple: true, default: [1] }) } },
  { options: { f: string({ default: 'd' }), g: boolean({ multiple: true, default: [true] }) } }]) print({ args: [], ...config });

const roll = dice(3);
const words = ['--foo', '--foo=1', '--bar', '--no-bar', '-f', '-b', '-fb', '-bf', '-bfx', '-f=1', '--', '-', 'pos', '--unk', '-u', '', '--foo=', '-bb', '--no-foo', 'x=y'];
for (let i = 0; i < 150; i++) {
  print({
    args: Array.from({ length: roll(5) }, () => words[roll(words.length)]),
    options: {
      foo: string({ short: 'f', ...(roll(2) ? { multiple: true } : {}) }),
      bar: boolean({ short: 'b', ...(roll(3) === 0 ? { default: true } : {}) }),
    },
    strict: !!roll(2), tokens: !!roll(2), ...(roll(2) ? { allowPositionals: !!roll(2) } : {}), allowNegative: !!roll(2),
  });
}
