const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
for (const args of [[1], [], ['x', 1], ['x', null], ['x', { type: 1 }], ['x', 'T', 1], [{}], ['x', [] ]]) attempt(() => process.emitWarning(...args));
