'use strict';
// vm.SourceTextModule and vm.SyntheticModule, in a child that has --experimental-vm-modules.
if (!process.execArgv.includes('--experimental-vm-modules')) {
  const { spawnSync } = require('child_process');
  const child = spawnSync(process.execPath, ['--no-warnings', '--experimental-vm-modules', __filename], { encoding: 'utf8' });
  process.stdout.write(child.stdout + child.stderr);
  return;
}
const { Module, SourceTextModule, SyntheticModule, createContext, runInContext, compileFunction } = require('vm');

async function show(name, make) {
  try {
    console.log(name, await make());
  } catch (error) {
    console.log(name, error.name, error.code, error.message, error.cause?.message);
  }
}

const never = () => { throw new Error('nothing to link'); };
async function ready(source, options, linker = never) {
  const module = new SourceTextModule(source, options);
  await module.link(linker);
  return module;
}

async function states() {
  const dep = new SyntheticModule(['default', 'a'], function() { this.setExport('a', 1); }, { identifier: 'dep' });
  const root = new SourceTextModule(`import "x"; import y from "y" with { type: "json" }; import * as all from "x"; import { a } from "z";
    export { a } from "x"; export * as z from "x"; export default 5; export const k = await Promise.resolve(1); export const two = a + 1;`);
  console.log(root, root.moduleRequests, root.dependencySpecifiers, Object.isFrozen(root.moduleRequests));
  await show('instantiate', () => root.instantiate());
  await show('namespace', () => root.namespace);
  await show('error', () => root.error);
  await show('hasAsyncGraph', () => root.hasAsyncGraph());
  await show('evaluate', () => root.evaluate());
  await show('few requests', () => root.linkRequests([]));
  await show('other requests', () => root.linkRequests([1, 2, 3, 4]));
  await show('link', () => root.link((specifier, referrer, { attributes }) => {
    console.log(specifier, referrer === root, attributes, root.status);
    return dep;
  }));
  console.log(root.status, root.hasAsyncGraph(), root.hasTopLevelAwait(), dep.hasTopLevelAwait);
  await show('link again', () => root.link(never));
  const promise = root.evaluate();
  console.log(root.status, dep.status, promise === root.evaluate());
  await promise;
  console.log(root.status, root.namespace);
  dep.setExport('a', 7);
  console.log(root.namespace.a, root.namespace.two);
  await show('no such export', () => dep.setExport('b', 1));
  await show('cached data', () => root.createCachedData());
}

async function failures() {
  const bad = await ready('export const before = 1; throw new Error("boom");', { identifier: 'bad' });
  await show('evaluate', () => bad.evaluate());
  await show('again', () => bad.evaluate());
  console.log(bad.status, bad.error.message, bad.namespace.before);
  await show('an errored dependency', () => ready('import "x"', {}, () => bad));
  await show('no module', () => ready('import "x"', {}, () => 5));
  await show('another context', () => ready('import "x"', { context: createContext() }, () => new SourceTextModule('')));
  await show('no such name', () => ready('import { no } from "x"', {}, () => new SourceTextModule('')));
  await show('syntax', () => new SourceTextModule('let ;'));
  await show('line', async () => {
    const module = await ready('\nthrow new Error("here")', { identifier: 'file.mjs', lineOffset: 10 });
    return module.evaluate().catch((error) => error.stack.split('\n')[1]);
  });
  const endless = await ready('for (;;) {}');
  await show('timeout', () => endless.evaluate({ timeout: 5 }));
  console.log(endless.status);
  for (const options of [5, { timeout: 0 }, { breakOnSigint: 1 }]) await show('options', () => endless.evaluate(options));
  await show('synthetic', () => new SyntheticModule(['x'], () => { throw new Error('steps'); }).evaluate());
  await show('Module', () => new Module());
  for (const args of [[], [[1], () => {}], [['a', 'a'], () => {}], [['a'], 5], [['a'], () => {}, null]]) await show('arguments', () => new SyntheticModule(...args));
  for (const args of [[5], ['', { identifier: 5 }], ['', { context: {} }], ['', { lineOffset: 'x' }], ['', { importModuleDynamically: 5 }]]) {
    await show('arguments', () => new SourceTextModule(...args));
  }
  await show('cached data', () => new SourceTextModule('1', { cachedData: Buffer.from('of another') }));
}

async function hooks() {
  const dep = new SyntheticModule(['x'], function() { this.setExport('x', 'imported'); });
  await dep.evaluate();
  const module = await ready('export const { url } = import.meta; export const { x } = await import("q", { with: { a: "b" } });', {
    initializeImportMeta(meta, of) {
      console.log(Object.getPrototypeOf(meta), of instanceof SourceTextModule);
      meta.url = 'mine';
    },
    importModuleDynamically(specifier, referrer, attributes, phase) {
      console.log(specifier, referrer instanceof SourceTextModule, attributes, phase);
      return dep;
    },
  });
  await module.evaluate();
  console.log(module.namespace);
  for (const found of [5, undefined, dep.namespace, new SourceTextModule('')]) {
    const other = await ready('export const { x } = await import("q")', { importModuleDynamically: () => found });
    await show('import()', () => other.evaluate().then(() => other.namespace.x));
  }
  await show('no callback', async () => (await ready('await import("q")')).evaluate());
  await show('of a function', async () => (await compileFunction('return import("q")', [], { importModuleDynamically: () => dep })()).x);
}

async function contexts() {
  const context = createContext({ given: 'by the context' });
  const options = { context };
  const inner = new SourceTextModule('export const list = [given]; export let count = 0; export const add = () => ++count;', options);
  const outer = await ready('import { list, count, add } from "inner"; add(); globalThis.seen = [...list, count, typeof process]; export { list };', options, () => inner);
  console.log(outer.identifier, inner.identifier, outer.context === context);
  await outer.evaluate();
  console.log(context.seen, outer.namespace.list instanceof Array, outer.namespace.list instanceof runInContext('Array', context));
  const a = new SourceTextModule('import { b } from "b"; export const f = () => b; export const a = 1;');
  const b = new SourceTextModule('import { f } from "a"; export const b = 2; export const g = () => f();');
  a.linkRequests([b]);
  b.linkRequests([a]);
  a.instantiate();
  console.log(a.status, b.status);
  await b.evaluate();
  console.log(a.namespace.f(), b.namespace.g(), a.status);
}

states().then(failures).then(hooks).then(contexts);
