const attempt = async (specifier, options) => {
  try { console.log((await import(specifier, options)).default); } catch (e) { console.log(e.name, e.code, e.message.replaceAll(import.meta.dirname, '<here>')); }
};
await attempt('./data.json');
await attempt('./data.json', { with: { type: 'css' } });
await attempt('./data.json', { with: { type: 'json', other: 'x' } });
await attempt('./data.json', { with: { kind: 'json' } });
await attempt('./data.json', { with: { type: 'javascript' } });
await attempt('./data.json', { with: { type: 1 } });
await attempt('./data.json', { with: null });
await attempt('./data.json', { with: {} });
await attempt('./data.json', { assert: { type: 'json' } });
await attempt('./lib.mjs', { with: { type: 'json' } });
await attempt('./lib.cjs', { with: { type: 'json' } });
await attempt('node:fs', { with: { type: 'json' } });
await attempt('./data.json', { with: { type: 'json' } });
