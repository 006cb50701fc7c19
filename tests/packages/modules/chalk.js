// Styles of chalk: chains, levels, nesting, templates of one's own, and no colour when not on a terminal.
import chalk, { Chalk, supportsColor, foregroundColorNames } from 'chalk';

const show = (text) => console.log(JSON.stringify(text));
const full = new Chalk({ level: 3 });
show(full.red.bold('error') + full.dim(' quiet'));
show(full.blue(`outer ${full.green('inner')} outer`));
show(full.hex('#DEADED').underline('hex') + full.bgRgb(1, 2, 3)('rgb') + full.ansi256(194)('256'));
show(full.bgHex('#fff').black.inverse('a\nb'));
show(new Chalk({ level: 1 }).rgb(255, 0, 0)('down to 16 colours'));
show(new Chalk({ level: 2 }).hex('#336699')('down to 256 colours'));
show(new Chalk({ level: 0 }).red('none'));
const error = full.bold.red;
const visible = full.visible('shown') + new Chalk({ level: 0 }).visible('hidden');
show(error('reused', 1, undefined) + visible);
console.log(chalk.green('standard output is no terminal'), chalk.level, supportsColor, foregroundColorNames.length);
try {
  new Chalk({ level: 9 });
} catch (problem) {
  console.log(problem.message);
}
