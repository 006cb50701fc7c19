// Arguments of every shape minimist knows.
const parse = require('minimist');

const line = (text) => text.split(' ');
console.log(parse(line('-x 3 -y 4 -n5 -abc --beep=boop foo bar baz')));
console.log(parse(line('--no-color --level 3 --name Ada -- --raw -x')));
console.log(parse(line('--a.b 1 --a.c.d two --list 1 --list 2')));
console.log(parse(line('-v -v -v -f file.txt --port 08 --hex 0x1f'), {
  string: ['port'],
  boolean: ['v'],
  alias: { f: 'file', v: 'verbose' },
  default: { level: 'info' },
}));
console.log(parse(line('one --two three four'), { boolean: true, '--': true, stopEarly: true }));
console.log(parse(line('--known 1 --unknown 2 word'), {
  string: 'known',
  unknown(arg) {
    console.log('unknown:', arg);
    return arg === 'word';
  },
}));
console.log(parse(line('--__proto__.polluted 1')), {}.polluted);
