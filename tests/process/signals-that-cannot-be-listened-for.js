const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
attempt(() => process.on('SIGKILL', () => {}));
attempt(() => process.on('SIGSTOP', () => {}));
attempt(() => process.on('SIGNOPE', () => {}) === process);
attempt(() => process.on('sigint', () => {}) === process);
console.log(process.eventNames());
