'use strict';
// The process object. Every program pays for this file, so expensive values, and functions of other files, are created on first use. The
// order of the properties is Node's.

const {
  mathFloor, objectDefineProperty, objectGetOwnPropertyDescriptor, objectGetOwnPropertyDescriptors,
} = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { nextTick, runTicks } = require('loop/ticks');
const { exit, exitCodeProperty, exitingProperty } = require('process/exit');
const native = binding('process');

const process = new (function process() {})();

function define(name, value, writable = true) {
  objectDefineProperty(process, name, { __proto__: null, value, writable, enumerable: true, configurable: true });
}

function accessor(name, get, set) {
  objectDefineProperty(process, name, { __proto__: null, get, set, enumerable: true, configurable: true });
}

// A property that is computed on first access.
function lazy(name, compute, writable = true) {
  accessor(name, () => {
    const value = compute();
    define(name, value, writable);
    return value;
  }, writable ? (value) => define(name, value) : undefined);
}

// Methods of another file, which is loaded with the first call.
function lazyMethods(id, ...names) {
  for (const name of each(names)) {
    define(name, { [name](...args) { return applyOn(require(id)[name], this, args); } }[name]);
  }
}

function hrtime(time) {
  const passed = native.monotonic() + native.originNanoseconds;
  let seconds = native.originSeconds + mathFloor(passed / 1e9);
  let nanoseconds = passed % 1e9;
  if (time !== undefined) {
    require('process/usage').validateTime(time);
    seconds -= time[0];
    nanoseconds -= time[1];
    if (nanoseconds < 0) {
      seconds--;
      nanoseconds += 1e9;
    }
  }
  return [seconds, nanoseconds];
}

const origin = native.originSeconds * 1e9 + native.originNanoseconds;

// The first 104 days after the computer's start a number has every nanosecond: one BigInt is made instead of four.
hrtime.bigint = function bigint() {
  const passed = native.monotonic();
  if (origin + passed <= 9007199254740991) return BigInt(origin + passed);
  return BigInt(native.originSeconds) * 1000000000n + BigInt(native.originNanoseconds + passed);
};

define('version', native.version, false);
lazy('versions', () => require('process/build_info').versions(), false);
define('arch', native.arch, false);
define('platform', native.platform, false);
lazy('release', () => require('process/build_info').release(), false);
lazyMethods('process/methods', '_rawDebug');
lazy('moduleLoadList', () => require('process/build_info').moduleLoadList(), false);
lazyMethods('process/legacy_bindings', 'binding', '_linkedBinding');
define('domain', null);
objectDefineProperty(process, '_exiting', exitingProperty);
objectDefineProperty(process, 'exitCode', exitCodeProperty);
lazy('config', () => require('process/build_info').config(), false);
lazyMethods('process/methods', 'dlopen');
lazyMethods('process/usage', 'uptime');
lazyMethods('process/resources', '_getActiveRequests', '_getActiveHandles', 'getActiveResourcesInfo');
define('reallyExit', { reallyExit(code) {
  const { isOn, printExit } = require('process/trace_exit');
  if (isOn()) printExit(code ?? 0, process.reallyExit);
  native.exit(code);
} }.reallyExit);
define('_kill', native.kill);
lazyMethods('process/env', 'loadEnvFile');
lazyMethods('process/usage', 'cpuUsage', 'threadCpuUsage', 'resourceUsage', 'memoryUsage', 'constrainedMemory', 'availableMemory');
process.memoryUsage.rss = function rss() { return native.residentMemory(); };
lazyMethods('process/methods', 'kill');
define('exit', exit);
lazyMethods('process/methods', 'execve', 'ref', 'unref');
lazy('finalization', () => require('process/finalization'));
define('hrtime', hrtime);
lazyMethods('process/methods', 'openStdin');
lazyMethods('process/credentials', 'getuid', 'geteuid', 'getgid', 'getegid', 'getgroups');
lazy('allowedNodeEnvironmentFlags', () => require('process/environment_flags').allowedNodeEnvironmentFlags);
lazy('features', () => require('process/build_info').features(), false);
lazyMethods('process/fatal',
     '_fatalException', 'setUncaughtExceptionCaptureCallback', 'addUncaughtExceptionCaptureCallback', 'hasUncaughtExceptionCaptureCallback');
lazyMethods('process/warning', 'emitWarning');
define('nextTick', nextTick);
define('_tickCallback', runTicks);
accessor('sourceMapsEnabled', () => require('process/methods').sourceMapsEnabled());
lazyMethods('process/methods', 'setSourceMapsEnabled', 'getBuiltinModule', '_debugProcess', '_debugEnd',
     '_startProfilerIdleNotifier', '_stopProfilerIdleNotifier');
for (const name of each(['stdout', 'stdin', 'stderr'])) accessor(name, () => require('process/stdio').open(name));
// The console compares with this to detect replaced streams.
binding('stdio').originalProperties = objectGetOwnPropertyDescriptors(process);
lazyMethods('process/methods', 'abort', 'umask', 'chdir', 'cwd');
lazyMethods('process/credentials', 'initgroups', 'setgroups', 'setegid', 'seteuid', 'setgid', 'setuid');
lazy('env', () => require('process/env').environment());
accessor('title', () => require('process/methods').title(), (title) => require('process/methods').setTitle(title));
define('argv', native.argv());
define('execArgv', native.execArgv());
define('pid', native.pid, false);
accessor('ppid', () => native.ppid());
define('execPath', native.execPath);
define('debugPort', 9229);
objectDefineProperty(process, 'argv0', { __proto__: null, value: native.argv0, enumerable: true });
lazy('_preload_modules', () => require('process/build_info').preloadModules(), false);
accessor('report', () => require('process/diagnostic_report').report);
objectDefineProperty(process, Symbol.toStringTag, { __proto__: null, value: 'process', writable: true });

objectDefineProperty(process, 'mainModule', {
  __proto__: null,
  enumerable: true,
  configurable: true,
  get: () => require('module/cjs').mainModule,
  set(module) { require('module/cjs').mainModule = module; },
});

if (native.options.warningFlags) require('process/warning').defineFlags(process);
require('process/emitter').prepare(process);

// The console compares with this to detect replaced streams.
binding('stdio').originalProperties = {
  stdout: objectGetOwnPropertyDescriptor(process, 'stdout'),
  stderr: objectGetOwnPropertyDescriptor(process, 'stderr'),
};

module.exports = process;
