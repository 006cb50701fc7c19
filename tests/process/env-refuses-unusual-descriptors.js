const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
const define = (descriptor) => attempt(() => Object.defineProperty(process.env, 'HX', descriptor).HX);
define({ value: 'x' });
define({ value: 1, writable: true, enumerable: true, configurable: true });
define({ get() {}, enumerable: true, configurable: true });
define({ value: 'x', writable: false, enumerable: true, configurable: true });
define({ writable: true, enumerable: true, configurable: true });
