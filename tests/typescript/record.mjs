// Writes down what Node prints for each program once TypeScript has compiled it.
//
//   node record.mjs path/to/typescript.js [PROGRAM...]
//
// Run it with the Node version that Hexloop follows, and the `typescript` package's lib/typescript.js.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [compiler, ...asked] = process.argv.slice(2);
const { default: ts } = await import(pathToFileURL(resolve(compiler)));
const here = fileURLToPath(new URL('.', import.meta.url));
const programsOf = (folder) => readdirSync(folder).filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
const programs = asked.length > 0 ? asked.map((name) => resolve(name)) : ['.', 'legacy', 'decorators', 'decorators/assigned', 'namespaces', 'jsx_runtime'].flatMap((folder) => programsOf(join(here, folder)));

for (const program of programs) {
  const folder = dirname(program);
  const config = join(folder, 'tsconfig.json');
  const said = existsSync(config) ? ts.parseConfigFileTextToJson(config, readFileSync(config, 'utf8')).config.compilerOptions : {};
  const { options } = ts.convertCompilerOptionsFromJson({ target: 'ESNext', jsx: 'react', alwaysStrict: false, ...said }, folder);
  const { outputText } = ts.transpileModule(readFileSync(program, 'utf8'), {
    compilerOptions: { ...options, inlineSourceMap: true, module: ts.ModuleKind.CommonJS },
    fileName: program,
  });
  const compiled = join(folder, '.compiled.cjs');
  writeFileSync(compiled, outputText);
  const { stdout, stderr } = spawnSync(process.execPath, ['--enable-source-maps', compiled], { encoding: 'utf8' });
  rmSync(compiled);
  writeFileSync(program.replace(/\.tsx?$/, '.out'), stdout);
  if (stderr !== '') console.error(program, stderr);
}
