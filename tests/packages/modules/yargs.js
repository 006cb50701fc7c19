// Options, commands, groups, checks, completion and help of yargs.
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';

const parser = (args) => yargs(args)
  .scriptName('tool')
  .command('get <source> [proxy]', 'fetch a thing', (it) => it.positional('source', { type: 'string' }).default('proxy', 'none'),
    (argv) => console.log('get', argv.source, argv.proxy, argv.verbose))
  .command(['sum [numbers..]', '$0'], 'add numbers', (it) => it.positional('numbers', { type: 'number', array: true }),
    async (argv) => console.log('sum', (argv.numbers ?? []).reduce((a, b) => a + b, 0)))
  .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
  .option('level', { choices: ['low', 'high'], default: 'low', group: 'Tuning:' })
  .coerce('tags', (text) => String(text).split(','))
  .implies('user', 'password')
  .conflicts('json', 'xml')
  .check((argv) => { if (argv.level === 'high' && !argv.verbose) throw new Error('high needs -v'); return true; })
  .example('tool get url', 'fetches it')
  .strictOptions(false)
  .wrap(70)
  .version('1.0.0')
  .exitProcess(false)
  .showHelpOnFail(false)
  .fail((message, error) => console.log('failed:', message ?? error.message));

for (const line of ['get url -vv', 'sum 1 2 3', '4 5', '--level mid', '--level high', '--user ada', '--json --xml', 'get']) {
  console.log(`$ tool ${line}`);
  await parser(line.split(' ')).parseAsync();
}
const { _, $0, ...argv } = await parser([]).parse('sum 1 --tags a,b --deep.er 5 --no-colour --camel-case x', () => {});
console.log(argv);
console.log(await parser([]).getHelp());
console.log(hideBin(['node', 'script', '--x']));
