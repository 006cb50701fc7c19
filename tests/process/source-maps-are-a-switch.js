const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
console.log(process.sourceMapsEnabled);
attempt(() => process.setSourceMapsEnabled(1));
attempt(() => process.setSourceMapsEnabled(true));
console.log(process.sourceMapsEnabled);
