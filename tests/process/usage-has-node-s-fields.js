const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
console.log(Object.keys(process.memoryUsage()), Object.values(process.memoryUsage()).every((n) => n >= 0), process.memoryUsage.rss() > 1e6);
console.log(Object.keys(process.resourceUsage()), Object.values(process.resourceUsage()).every(Number.isInteger));
const before = process.cpuUsage();
for (let i = 0; i < 1e6; i++);
const since = process.cpuUsage(before);
console.log(Object.keys(since), since.user >= 0, since.system >= 0, Object.keys(process.threadCpuUsage()));
for (const previous of [1, [], 'x', { user: 'a' }, { user: 1 }, { user: 1, system: -1 }, { user: NaN, system: 1 }, { user: 1, system: Infinity }]) {
  attempt(() => process.cpuUsage(previous));
}
attempt(() => typeof process.cpuUsage(null).user);
console.log(typeof process.constrainedMemory(), process.availableMemory() > 0);
