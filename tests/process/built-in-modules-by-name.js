const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
attempt(() => process.getBuiltinModule('fs') === require('fs'));
attempt(() => process.getBuiltinModule('node:path') === require('path'));
attempt(() => process.getBuiltinModule('nope'));
attempt(() => process.getBuiltinModule(1));
