for (const name of ['version', 'versions', 'arch', 'platform', 'release', 'exitCode', '_exiting', 'pid', 'argv', 'execArgv', 'execPath', 'hrtime', 'cwd', 'exit', 'nextTick', 'argv0']) {
  const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(process, name);
  console.log(name, JSON.stringify({ enumerable: flags.enumerable, configurable: flags.configurable }));
}
console.log(process.version, process.versions.node, process.release.name, process.argv.length, process.execArgv);
for (const name of ['v8', 'uv', 'modules', 'napi']) console.log(name, typeof process.versions[name]);
try { 'use strict'; process.versions.node = 'x'; } catch {}
console.log(process.versions.node);
