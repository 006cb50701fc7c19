'use strict';
// What is the same on every Linux machine, and the shape of what is not.
const os = require('os');
const { show } = require('../table');

const shape = (value) => {
  if (Array.isArray(value)) return value.length > 0 ? [shape(value[0])] : [];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
};
show(
  () => Object.keys(os), () => Object.getOwnPropertyDescriptor(os, 'EOL'), () => os.devNull, () => os.constants, () => Object.isFrozen(os.constants.signals),
  () => [os.arch(), os.platform(), os.type(), os.endianness()].map((text) => text.length > 0), () => `${os.hostname}` === os.hostname(), () => shape(os.cpus()),
  () => os.cpus().length > 0, () => shape(os.networkInterfaces().lo), () => os.networkInterfaces().lo[0].cidr, () => shape(os.userInfo()), () => os.loadavg().length,
  () => os.totalmem() >= os.freemem(), () => os.uptime() > 0, () => os.availableParallelism() >= 1, () => shape([os.release(), os.version(), os.machine(), os.homedir()]),
  () => os.userInfo({ encoding: 'hex' }).username === Buffer.from(os.userInfo().username).toString('hex'), () => os.userInfo({ encoding: 'buffer' }).username.length > 0,
  () => os.setPriority('x'), () => os.getPriority(999999), () => os.setPriority(0, 99), () => os.setPriority(1.5), () => os.getPriority('a'), () => typeof os.getPriority(),
);
const before = { ...process.env };
for (const [name, value] of [['TMPDIR', '/a/'], ['TMPDIR', '/'], ['TMPDIR', '']]) {
  process.env[name] = value;
  delete process.env.TMP;
  delete process.env.TEMP;
  console.log(name, value, os.tmpdir());
}
process.env.HOME = '/elsewhere';
console.log(os.homedir());
Object.assign(process.env, before);
