// Linting by the API: rules, fixes, a rule of one's own, directives, syntax errors, the class that reads files.
import { Linter, ESLint, RuleTester } from 'eslint';
import js from '@eslint/js';
import { fileURLToPath } from 'node:url';

const linter = new Linter();
const config = [js.configs.recommended, { rules: { semi: 'error', 'prefer-const': 'warn', eqeqeq: ['error', 'smart'] }, languageOptions: { globals: { console: 'readonly' } } }];
const code = 'let a = 1\nif (a == 2) { unknown() }\n// eslint-disable-next-line eqeqeq\nconsole.log(a == 3);\nfunction unused(x) { return 1; x; }\n';
for (const { line, column, ruleId, severity, message } of linter.verify(code, config)) console.log(`${line}:${column} ${ruleId} ${severity} ${message}`);
console.log(JSON.stringify(linter.verifyAndFix(code, config).output));
console.log(linter.verify('let x = ;', config).map(({ fatal, message, line, column }) => ({ fatal, message, line, column })));

const noFoo = {
  meta: { type: 'problem', fixable: 'code', messages: { foo: 'No {{name}} here.' }, schema: [] },
  create: (context) => ({ Identifier(node) { if (node.name === 'foo') context.report({ node, messageId: 'foo', data: { name: node.name }, fix: (fixer) => fixer.replaceText(node, 'bar') }); } }),
};
console.log(linter.verifyAndFix('foo(1);', [{ plugins: { own: { rules: { 'no-foo': noFoo } } }, rules: { 'own/no-foo': 2 } }]));
RuleTester.describe = (_, run) => run();
RuleTester.it = (_, run) => run();
new RuleTester().run('no-foo', noFoo, { valid: ['bar()'], invalid: [{ code: 'foo', output: 'bar', errors: [{ messageId: 'foo' }] }] });

const cwd = fileURLToPath(new URL('../fixtures/lint', import.meta.url));
const eslint = new ESLint({ cwd });
const results = await eslint.lintFiles(['*.js']);
console.log(results.map((result) => [result.filePath.slice(cwd.length + 1), result.errorCount, result.warningCount, result.messages.map((message) => message.ruleId)]));
const formatter = await eslint.loadFormatter('json');
console.log(JSON.parse(await formatter.format(results)).length, await eslint.isPathIgnored('ignored.js'));
