console.log('first', require.main, module.id.endsWith('first.cjs'), module.parent.id);
globalThis.shared = 1;
