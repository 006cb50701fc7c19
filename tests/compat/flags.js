// Prints Node's own options for crates/cli/src/node_flags.txt: node --expose-internals tests/compat/flags.js
// A line is: name, `value`, `flag`, `on` (a flag that is on by default) or `nothing` (Node accepts it without effect), then
// `v8` for an option of V8 that Node documents, then `env` where NODE_OPTIONS may have it. Aliases follow, with what they are.
'use strict';
const { getCLIOptionsInfo } = require('internal/options');

const { options, aliases } = getCLIOptionsInfo();
const allowed = process.allowedNodeEnvironmentFlags;
const lines = [];
const V8_WITH_VALUE = /^--(?:max-.*-size|stack-trace-limit)$/;

for (const [name, { type, defaultIsTrue, envVarSettings }] of options) {
  if (!name.startsWith('--')) continue;
  const isV8 = type === 1;
  const takesValue = type > 2 || (isV8 && V8_WITH_VALUE.test(name));
  const kind = type === 0 ? 'nothing' : takesValue ? 'value' : defaultIsTrue ? 'on' : 'flag';
  lines.push([name, kind, isV8 ? 'v8' : '', envVarSettings === 0 ? 'env' : ''].filter(Boolean).join(' '));
}
for (const [name, [meant, implied]] of aliases) {
  const plain = /^(-[^= ]+)$/.exec(name)?.[1];
  if (plain === undefined || options.has(plain) || plain === meant) continue;
  const target = lines.find((line) => line.startsWith(`${meant} `));
  if (target === undefined) continue;
  const rest = implied !== undefined ? 'flag' : target.slice(meant.length + 1).replace(/ ?env/, '');
  lines.push([plain, rest, allowed.has(plain) ? 'env' : ''].filter(Boolean).join(' '));
}
console.log(lines.sort().join('\n'));
