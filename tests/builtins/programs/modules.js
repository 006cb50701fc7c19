// Files that are loaded after the change: CommonJS, JSON, ES modules, built-in modules, and what cannot be found.
const say = (text) => console.log(text);
say(require('../parts/common.js').name);
say(require('../parts/data.json').list[1]);
say(require.resolve('../parts/common.js') === require('../parts/common.js').filename);
try {
  require('../parts/no-such-file.js');
} catch (error) {
  say(error.code);
}
const builtIns = ['async_hooks', 'buffer', 'dns', 'events', 'http', 'module', 'net', 'os', 'path', 'querystring', 'stream',
  'stream/promises', 'string_decoder', 'timers', 'timers/promises', 'url', 'util', 'util/types'];
for (let i = 0; i < builtIns.length; i++) {
  const loaded = require('node:' + builtIns[i]);
  say(builtIns[i] + ' ' + typeof loaded);
}
(async () => {
  const imported = await import('../parts/module.mjs');
  say(imported.default + ' ' + imported.common + ' ' + imported.base);
  try {
    await import('../parts/no-such-file.mjs');
  } catch (error) {
    say(error.code);
  }
})();
