const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
for (const chunk of [null, undefined, 1, {}, [], true]) attempt(() => process.stdout.write(chunk));
attempt(() => process.stdout.write('a', 'no-such-encoding'));
attempt(() => process.stdout.write('a', 5));
attempt(() => process.stdout.setDefaultEncoding('no-such-encoding'));
