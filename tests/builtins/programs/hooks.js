// Hooks of the module loader, which run late and call back.
const say = (text) => console.log(text);
const { registerHooks } = require('module');
const hooks = registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'own:text') return { url: 'own:text', format: 'module', shortCircuit: true };
    return next(specifier, context);
  },
  load(url, context, next) {
    if (url === 'own:text') return { format: 'module', source: 'export default "made by a hook"; export const url = import.meta.url;', shortCircuit: true };
    const loaded = next(url, context);
    if (url.slice(-9) === 'common.js') say('loaded ' + loaded.format);
    return loaded;
  },
});
(async () => {
  try {
    const made = await import('own:text');
    say(made.default + ' ' + made.url);
    say((await import('../parts/module.mjs')).common);
    say(require('../parts/common.js').name);
    hooks.deregister();
    await import('own:text?gone');
  } catch (error) {
    say(error.code);
  }
})();
process.on('exit', () => {
  say('exit ' + require('../parts/data.json').list.length);
  try {
    require('../parts/nowhere.js');
  } catch (error) {
    say(error.code);
  }
});
