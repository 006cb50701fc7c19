'use strict';
// styleText, parseEnv and diff.
const util = require('util');
const { show } = require('../table');

const style = (...v) => JSON.stringify(util.styleText(...v, { validateStream: false }));
show(
  () => style('red', 'x'), () => style(['red', 'bold', 'underline'], 'x'), () => style('none', 'x'), () => style(['none', 'red'], 'x\u001b[39my'),
  () => style(['bold', 'dim'], 'x\u001b[22my'), () => style('#ff0000', 'x'), () => style('#f0a', 'x'), () => style('#ff', 'x'), () => style('grey', 'x'),
  () => util.styleText('nope', 'x'), () => util.styleText(1, 'x'), () => util.styleText('red', 1), () => util.styleText('red', 'x', { stream: 1 }),
  () => util.styleText('red', 'x', { validateStream: 1 }),
);
for (const text of ['A=1', 'A = 1 ', '  A=1', 'A="x\ny"\nB=2', "A='x'", 'A=`x`', 'A="a\\nb"', "A='a\\nb'", '#c\nA=1', 'A=1 # c', 'A="1 # c" # d', 'export A=1', 'A=', 'A', '=1',
  'A=="x"', 'A="x', 'A=x"y"', 'A=a=b', 'A=\r\nB=2', 'A.B-C=3', 'A="x" y', 'A= # c', 'A=\tx\t', 'export A="q"\nexport  B = 2', 'A=`a"b\'c`', 'A=#x', 'A="a""b"', 'A B=1', "A='x\nB=2"]) {
  console.log(JSON.stringify(text), JSON.stringify(util.parseEnv(text)));
}
show(
  () => util.diff('a\nb', 'a\nc'), () => util.diff(['a', 'b', 'c'], ['a', 'c', 'd']), () => util.diff('abcabba', 'cbabac'), () => util.diff('a', 'a'), () => util.diff('', 'ab'),
  () => util.diff(1, 2), () => util.diff('a', 2), () => util.diff(['a'], 'b'),
);
