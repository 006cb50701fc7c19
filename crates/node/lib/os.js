'use strict';
// node:os.

const globals = require('globals');
const { arrayMap, arrayPush, classUint16Array: Uint16Array, objectDefineProperties, stringEndsWith } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('os');
const constants = require('os/constants');
const { validateInt32 } = require('core/validate');

const { 0: sysname, 1: nodename, 2: release_, 3: version_, 4: machine_ } = native.uname();

const hostname = () => nodename;
const release = () => release_;
const version = () => version_;
const machine = () => machine_;
const type = () => sysname;
const arch = () => globals.process.arch;
const platform = () => globals.process.platform;
const endianness = () => (new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 'LE' : 'BE');
const availableParallelism = () => native.parallelism();
const freemem = () => native.freemem();
const totalmem = () => native.totalmem();
const uptime = () => native.uptime();
const loadavg = () => native.loadavg();

function homedir() {
  return globals.process.env.HOME ?? getUser('uv_os_homedir')[3];
}

function tmpdir() {
  const { env } = globals.process;
  const path = env.TMPDIR || env.TMP || env.TEMP || '/tmp';
  return path.length > 1 && stringEndsWith(path, '/') ? sliceOf(path, 0, -1) : path;
}

function cpus() {
  const flat = native.cpus();
  const list = [];
  for (let at = 0; at < flat.length; at += 7) {
    const { 0: model, 1: speed, 2: user, 3: nice, 4: sys, 5: idle, 6: irq } = sliceOf(flat, at, at + 7);
    arrayPush(list, { model, speed, times: { user, nice, sys, idle, irq } });
  }
  return list;
}

function networkInterfaces() {
  const flat = native.interfaces();
  if (typeof flat === 'number') throw systemError(flat, 'uv_interface_addresses');
  const found = {};
  for (let at = 0; at < flat.length; at += 7) {
    const { 0: name, 1: address, 2: netmask, 3: family, 4: mac, 5: internal, 6: scopeid } = sliceOf(flat, at, at + 7);
    const bits = require('os/netmask').prefixLength(netmask, family);
    const entry = { address, netmask, family, mac, internal, cidr: bits === -1 ? null : `${address}/${bits}` };
    if (family === 'IPv6') entry.scopeid = scopeid;
    arrayPush((found[name] ??= []), entry);
  }
  return found;
}

function systemError(errno, syscall) {
  const { systemErrorName, systemErrorMessage } = require('core/system_errors');
  const { ERR_SYSTEM_ERROR } = require('core/errors').codes;
  return new ERR_SYSTEM_ERROR({ errno, code: systemErrorName(errno), message: systemErrorMessage(errno), syscall });
}

function getPriority(pid = 0) {
  validateInt32(pid, 'pid');
  const result = native.getPriority(pid);
  if (result < 0) throw systemError(result, 'uv_os_getpriority');
  return result - 1000;
}

function setPriority(pid, priority) {
  if (priority === undefined) {
    priority = pid;
    pid = 0;
  }
  validateInt32(pid, 'pid');
  validateInt32(priority, 'priority', constants.priority.PRIORITY_HIGHEST, constants.priority.PRIORITY_LOW);
  const result = native.setPriority(pid, priority);
  if (result < 0) throw systemError(result, 'uv_os_setpriority');
}

function getUser(syscall) {
  const user = native.user(globals.process.geteuid());
  if (typeof user === 'number') throw systemError(user, syscall);
  return user;
}

function userInfo(options) {
  if (typeof options !== 'object') options = null;
  const { 0: uid, 1: gid, 2: name, 3: folder, 4: program } = getUser('uv_os_get_passwd');
  const encoding = options?.encoding;
  const { 0: username, 1: home, 2: shell } = arrayMap([name, folder, program], (text) => {
    if (encoding === undefined || encoding === 'utf8') return text;
    const bytes = globals.Buffer.from(text);
    return encoding === 'buffer' ? bytes : bytes.toString(encoding);
  });
  return { __proto__: null, uid, gid, username, homedir: home, shell };
}

// `${os.hostname}` evaluates to the value.
for (const fn of each([arch, availableParallelism, endianness, freemem, homedir, hostname, machine, platform, release, tmpdir,
  totalmem, type, uptime, version])) {
  fn[Symbol.toPrimitive] = fn;
}

module.exports = {
  arch, availableParallelism, cpus, endianness, freemem, getPriority, homedir, hostname, loadavg, networkInterfaces,
  platform, release, setPriority, tmpdir, totalmem, type, userInfo, uptime, version, machine,
};
objectDefineProperties(module.exports, {
  constants: { __proto__: null, configurable: false, enumerable: true, value: constants },
  EOL: { __proto__: null, configurable: true, enumerable: true, writable: false, value: '\n' },
  devNull: { __proto__: null, configurable: true, enumerable: true, writable: false, value: '/dev/null' },
});
