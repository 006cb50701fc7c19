// The same for packages that are ES modules, whose imported names the runtime replaces.
import functionSources from '../fixtures/function_sources.js';
let count = 0;
for (const name of [
  '@hono/node-server', 'chai', 'chalk', 'csv-parse', 'date-fns', 'effect', 'execa', 'got', 'hono', 'immer', 'lru-cache', 'marked', 'nanoid',
  'ora', 'p-limit', 'p-queue', 'preact', 'redux', 'svelte/compiler', 'uuid', 'yargs', 'zod', 'zx',
]) count += functionSources.report(name, { ...await import(name) });
console.log(count);
process.exit();
