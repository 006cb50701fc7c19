const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
console.log(['getuid', 'geteuid', 'getgid', 'getegid'].map((name) => Number.isInteger(process[name]())), Array.isArray(process.getgroups()));
for (const id of ['there-is-no-such-name', {}, -1, 1.5, undefined]) {
  for (const name of ['setuid', 'seteuid', 'setgid', 'setegid']) attempt(() => process[name](id));
}
for (const groups of [1, [{}], ['no-such-group'], [-1]]) attempt(() => process.setgroups(groups));
attempt(() => process.initgroups(true, 1));
attempt(() => process.initgroups('root'));
attempt(() => process.initgroups('root', 'no-such-group'));
attempt(() => process.setuid(process.getuid()));
