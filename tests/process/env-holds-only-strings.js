const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
for (const value of [1, undefined, null, {}, true, 1.5, [1, 2]]) attempt(() => { process.env.HX = value; return [process.env.HX]; });
attempt(() => { process.env.HX = Symbol('x'); });
attempt(() => { process.env[Symbol('x')] = 'a'; });
attempt(() => process.env[Symbol('x')]);
attempt(() => Symbol('x') in process.env);
attempt(() => delete process.env[Symbol('x')]);
