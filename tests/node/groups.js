'use strict';
// The groups that the table of `./x test node` has, by the names of tests in Node's folder `parallel`. A test is in the first group
// that matches; another folder (`es-module`) is a group of its own.

const GROUPS = [
  ['loop', /^test-(timers?|next-tick|process-next-tick|nexttick|microtask|queue-microtask|promises?-|immediate|setimmediate|set-immediate|unhandled|uncaught|handle-wrap|beforeexit|process-(exit|before|uncaught|getactive)|event-loop)/],
  ['events', /^test-(event|abortcontroller|aborted)/],
  ['async', /^test-(async-hooks|async-local|async-wrap|asyncresource|als)/],
  ['perf', /^test-(perf|elu)/],
  ['fs', /^test-(fs|file)-/],
  ['net', /^test-net-/],
  ['http', /^test-http-/],
  ['stream', /^test-(stream|readable|writable)/],
  ['worker', /^test-worker/],
  ['cluster', /^test-cluster/],
  ['child', /^test-child-process/],
  ['buffer', /^test-buffer/],
  ['crypto', /^test-(crypto|webcrypto|x509)/],
  ['dns', /^test-(dns|dgram)-/],
  ['zlib', /^test-zlib/],
  ['util', /^test-(util|path|url|querystring|string-decoder|console|assert|os|readline|whatwg-(url|encoding|events))/],
  ['module', /^test-(require|module|cjs|esm|import|process)-/],
  ['tls', /^test-(tls|https)-/],
  ['http2', /^test-http2-/],
  ['runner', /^test-runner/],
  ['vm', /^test-vm/],
  ['repl', /^test-repl/],
  ['sqlite', /^test-sqlite/],
  ['permission', /^test-permission/],
  ['debugger', /^test-(inspector|inspect|debugger)/],
];

function groupOf(test) {
  const [folder, name] = test.split('/');
  if (folder !== 'parallel') return folder;
  return GROUPS.find(([, names]) => names.test(name))?.[0] ?? 'other';
}

const names = [...GROUPS.map(([name]) => name), 'other'];

module.exports = { groupOf, names };
