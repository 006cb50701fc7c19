// A command line with options, arguments, subcommands, help and errors.
import { Command, Option, InvalidArgumentError } from 'commander';

interface BuildOptions {
  outDir: string;
  minify?: boolean;
  target: string;
  define: Record<string, string>;
}

const integer = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('Not an integer.');
  return value;
};

function program(): Command {
  const root = new Command('tool')
    .description('a tool')
    .version('1.2.3', '-V, --version', 'print the version')
    .option('-v, --verbose', 'say more', (_, count: number) => count + 1, 0)
    .exitOverride()
    .configureOutput({ writeOut: (text) => console.log(`out| ${text.trimEnd()}`), writeErr: (text) => console.log(`err| ${text.trimEnd()}`) });
  root.command('build')
    .argument('<entry>', 'file to start from')
    .argument('[others...]')
    .requiredOption('-o, --out-dir <folder>', 'where to')
    .option('--no-minify', 'keep it readable')
    .addOption(new Option('-t, --target <name>', 'the platform').choices(['node', 'web']).default('node'))
    .option('-D, --define <pair...>', 'constants', (pair: string, all: Record<string, string>) => ({ ...all, [pair.split('=')[0]!]: pair.split('=')[1]! }), {})
    .action((entry: string, others: string[], options: BuildOptions, command: Command) => {
      console.log('build', entry, others, options, command.parent!.opts());
    });
  root.command('serve').alias('s').option('-p, --port <number>', 'port', integer, 80).action(async (options) => console.log('serve', options));
  return root;
}

const lines = ['build a.js b.js c.js -o dist --no-minify -D A=1 -D B=2', '-vv s -p 8080', 'build a.js', 'serve -p x', 'bild', 'build a -o b -t tv', '--version', 'build --help'];
for (const line of lines) {
  console.log(`$ tool ${line}`);
  try {
    await program().parseAsync(line.split(' '), { from: 'user' });
  } catch (error) {
    console.log('  ', (error as { code: string }).code, (error as { exitCode: number }).exitCode);
  }
}
