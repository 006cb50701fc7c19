// The TypeScript compiler from TypeScript: transpiling, type checking a program in memory, walking, printing.
const ts: typeof import('typescript') = require('typescript');

const source = `
import { helper } from './helper';
enum Colour { Red, Green = 'green' }
namespace Shapes { export const area = (side: number): number => side ** 2; }
function sealed(constructor: Function) { Object.seal(constructor); }
@sealed class Box<T extends object> { constructor(private readonly value: T, public size = 1) {} get(): T { return this.value; } }
export default new Box({ a: helper(1) });
`;
const transpiled = ts.transpileModule(source, {
  fileName: 'box.ts', reportDiagnostics: true,
  compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2017, experimentalDecorators: true, sourceMap: true },
});
console.log(transpiled.outputText, transpiled.diagnostics!.length, JSON.parse(transpiled.sourceMapText!).mappings.length);

const files: Record<string, string> = {
  '/main.ts': "import { double } from './double';\nconst text: string = double(2);\nlet unused = nope;\n",
  '/double.ts': 'export function double(n: number): number { return n * 2; }\nexport interface Extra { a?: string }\n',
};
const options: import('typescript').CompilerOptions = { noEmit: false, strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, declaration: true, types: [] };
const host = ts.createCompilerHost(options);
const { getSourceFile, fileExists, readFile } = host;
host.getSourceFile = (name, ...rest) => (name in files ? ts.createSourceFile(name, files[name]!, rest[0]) : getSourceFile.call(host, name, ...rest));
host.fileExists = (name) => name in files || fileExists.call(host, name);
host.readFile = (name) => files[name] ?? readFile.call(host, name);
host.writeFile = (name, text) => console.log(`-- ${name}\n${text.trimEnd()}`);

const program = ts.createProgram(['/main.ts'], options, host);
for (const diagnostic of ts.getPreEmitDiagnostics(program)) {
  const { line, character } = diagnostic.file!.getLineAndCharacterOfPosition(diagnostic.start!);
  console.log(`${diagnostic.file!.fileName}:${line + 1}:${character + 1} TS${diagnostic.code} ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`);
}
program.emit();
const checker = program.getTypeChecker();
ts.forEachChild(program.getSourceFile('/double.ts')!, (node) => {
  const symbol = 'name' in node && checker.getSymbolAtLocation(node.name as import('typescript').Node);
  if (symbol) console.log(symbol.name, checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, node)));
});
console.log(ts.formatDiagnosticsWithColorAndContext([], { getCurrentDirectory: () => '/', getCanonicalFileName: (f) => f, getNewLine: () => '\n' }) === '', ts.version);
