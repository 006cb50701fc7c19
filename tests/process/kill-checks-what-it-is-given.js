const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
for (const pid of ['a', undefined, null, {}, NaN, 1e12, '1a', 1.5]) attempt(() => process.kill(pid, 0));
for (const signal of ['SIGFOO', 'sigint', '0', {}, 200, -1]) attempt(() => process.kill(process.pid, signal));
attempt(() => process.kill(process.pid, 0));
attempt(() => process.kill(String(process.pid), 0));
attempt(() => process.kill(2 ** 22 + 1, 0));
