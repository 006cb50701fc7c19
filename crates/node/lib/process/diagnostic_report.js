'use strict';
// process.report: a diagnostic report. The sections are Node's; those about parts that this runtime lacks (V8's heap spaces, libuv's
// handles) contain the equivalent, or nothing.

const {
  arrayFind, arrayFindIndex, arrayFlatMap, arrayJoin, arrayMap, arraySlice, dateGetTime, jsonStringify, mathFloor,
  objectDefineProperty, objectEntries, objectFromEntries, stringPadStart, stringSlice, stringSplit, stringStartsWith, stringTrim,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { sliceOf } = require('core/safe/lists');
const { matchesOf, splitAt } = require('core/safe/patterns');
const { SafeSet } = require('core/safe/collections');
const native = binding('process');
const { validateBoolean, validateObject, validateString } = require('core/validate');

const settings = {
  __proto__: null,
  directory: '', filename: '', signal: 'SIGUSR2',
  compact: false, excludeNetwork: false, excludeEnv: false,
  reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false,
};

function javascriptStack(error) {
  const stack = require('core/stack').stackOf(error);
  const lines = typeof stack === 'string' ? stringSplit(stack, '\n') : [];
  const start = arrayFindIndex(lines, (line) => stringStartsWith(line, '    at '));
  const message = arrayJoin(start === -1 ? lines : arraySlice(lines, 0, start), '\n');
  return { message, stack: start === -1 ? [] : arrayMap(arraySlice(lines, start), (line) => stringTrim(line)), errorProperties: propertiesOf(error) };
}

function propertiesOf(error) {
  return objectFromEntries(each(arrayMap(objectEntries(error), ({ 0: name, 1: value }) => [name, String(value)])));
}

function networkInterfaces(os) {
  return arrayFlatMap(objectEntries(os.networkInterfaces()), ({ 0: name, 1: addresses }) =>
    arrayMap(addresses, ({ internal, mac, address, netmask, family }) => ({ name, internal, mac, address, netmask, family })));
}

function header(process, os, trigger) {
  const now = new Date();
  const twoDigits = (number) => stringPadStart(`${number}`, 2, '0');
  const glibc = native.glibcVersion();
  return {
    reportVersion: 5,
    event: 'JavaScript API',
    trigger,
    filename: null,
    dumpEventTime: `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}T` +
      `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}:${twoDigits(now.getSeconds())}Z`,
    dumpEventTimeStamp: `${dateGetTime(now)}`,
    processId: process.pid,
    threadId: 0,
    cwd: process.cwd(),
    commandLine: [process.argv0, ...each(process.execArgv), ...each(sliceOf(process.argv, 1))],
    nodejsVersion: process.version,
    ...(glibc === undefined ? undefined : { glibcVersionRuntime: glibc }),
    wordSize: 64,
    arch: process.arch,
    platform: process.platform,
    componentVersions: { ...process.versions },
    release: { ...process.release },
    osName: os.type(),
    osRelease: os.release(),
    osVersion: os.version(),
    osMachine: os.machine(),
    cpus: arrayMap(os.cpus(), ({ model, speed, times }) => ({ model, speed, ...times })),
    ...(settings.excludeNetwork ? undefined : { networkInterfaces: networkInterfaces(os) }),
    host: os.hostname(),
  };
}

function resourceUsage(process) {
  const { userCPUTime, systemCPUTime, maxRSS, majorPageFault, minorPageFault, fsRead, fsWrite } = process.resourceUsage();
  const seconds = process.uptime();
  return {
    free_memory: `${process.availableMemory()}`,
    total_memory: `${require('os').totalmem()}`,
    rss: `${native.residentMemory()}`,
    constrained_memory: `${process.constrainedMemory()}`,
    available_memory: `${process.availableMemory()}`,
    userCpuSeconds: userCPUTime / 1e6,
    kernelCpuSeconds: systemCPUTime / 1e6,
    cpuConsumptionPercent: (userCPUTime + systemCPUTime) / 1e4 / seconds,
    userCpuConsumptionPercent: userCPUTime / 1e4 / seconds,
    kernelCpuConsumptionPercent: systemCPUTime / 1e4 / seconds,
    maxRss: `${maxRSS * 1024}`,
    pageFaults: { IORequired: `${majorPageFault}`, IONotRequired: `${minorPageFault}` },
    fsActivity: { reads: fsRead, writes: fsWrite },
  };
}

function reportOf(error, trigger) {
  const process = require('process/process');
  const { heapTotal, heapUsed, external } = process.memoryUsage();
  return {
    header: header(process, require('os'), trigger),
    javascriptStack: javascriptStack(error),
    javascriptHeap: { totalMemory: heapTotal, usedMemory: heapUsed, externalMemory: external, heapSpaces: {} },
    nativeStack: [],
    resourceUsage: resourceUsage(process),
    libuv: [],
    workers: [],
    ...(settings.excludeEnv ? undefined : { environmentVariables: { ...process.env } }),
    userLimits: userLimits(),
    sharedObjects: sharedObjects(),
  };
}

function readProc(name) {
  try {
    return require('fs').readFileSync(`/proc/self/${name}`, 'utf8');
  } catch {
    return '';
  }
}

// Node's names for the system's limits; some are in blocks of 512 bytes.
const LIMITS = [
  ['core_file_size_blocks', 'Max core file size', 512], ['data_seg_size_bytes', 'Max data size', 1],
  ['file_size_blocks', 'Max file size', 512], ['max_locked_memory_bytes', 'Max locked memory', 1],
  ['max_memory_size_bytes', 'Max resident set', 1], ['open_files', 'Max open files', 1],
  ['stack_size_bytes', 'Max stack size', 1], ['cpu_time_seconds', 'Max cpu time', 1],
  ['max_user_processes', 'Max processes', 1], ['virtual_memory_bytes', 'Max address space', 1],
];

function userLimits() {
  const text = readProc('limits');
  const number = (word, unit) => (word === 'unlimited' ? word : mathFloor(Number(word) / unit));
  const limits = {};
  for (const { 0: name, 1: title, 2: unit } of each(LIMITS)) {
    const line = arrayFind(stringSplit(text, '\n'), (candidate) => stringStartsWith(candidate, title));
    const { 0: soft, 1: hard } = line === undefined ? [] : splitAt(stringTrim(stringSlice(line, title.length)), /\s+/g);
    if (hard !== undefined) limits[name] = { soft: number(soft, unit), hard: number(hard, unit) };
  }
  return limits;
}

// The executable files that are mapped into the process.
function sharedObjects() {
  return [...each(new SafeSet(arrayMap(matchesOf(readProc('maps'), / r-xp .* (\/.*)$/gm), (match) => match[1])))];
}

const synthetic = () => require('core/errors').codedError('ERR_SYNTHETIC', Error, 'JavaScript Callstack');

function getReport(err) {
  if (err !== undefined) validateObject(err, 'err');
  return reportOf(err ?? synthetic(), 'GetReport');
}

let sequence = 0;

function defaultName(process) {
  const now = new Date();
  const twoDigits = (number) => stringPadStart(`${number}`, 2, '0');
  const day = `${now.getFullYear()}${twoDigits(now.getMonth() + 1)}${twoDigits(now.getDate())}`;
  const time = `${twoDigits(now.getHours())}${twoDigits(now.getMinutes())}${twoDigits(now.getSeconds())}`;
  return `report.${day}.${time}.${process.pid}.0.${stringPadStart(`${++sequence}`, 3, '0')}.json`;
}

// Returns the file name; 'stdout' and 'stderr' are the streams.
function writeReport(file, err) {
  if (typeof file === 'object' && file !== null) {
    err = file;
    file = undefined;
  } else if (file !== undefined) {
    validateString(file, 'file');
  }
  if (err !== undefined) validateObject(err, 'err');
  const process = require('process/process');
  const name = file || settings.filename || defaultName(process);
  const report = reportOf(err ?? synthetic(), 'API');
  report.header.filename = name;
  const text = `${jsonStringify(report, null, settings.compact ? undefined : 2)}\n`;
  if (name === 'stdout' || name === 'stderr') {
    binding('stdio').write(name === 'stdout' ? 1 : 2, text);
    return name;
  }
  const path = require('path');
  binding('stdio').write(2, `\nWriting Node.js report to file: ${name}\n`);
  require('fs').writeFileSync(path.resolve(settings.directory || process.cwd(), name), text);
  binding('stdio').write(2, 'Node.js report completed\n');
  return name;
}

const report = { writeReport, getReport };

function setting(name, validate) {
  objectDefineProperty(report, name, {
    __proto__: null,
    get: () => settings[name],
    set(value) {
      validate(value, name);
      settings[name] = value;
    },
    enumerable: true,
    configurable: true,
  });
}

function validateSignal(value) {
  validateString(value, 'signal');
  if (require('core/signals').signals[value] !== undefined) return;
  const { ERR_UNKNOWN_SIGNAL } = require('core/errors').codes;
  throw new ERR_UNKNOWN_SIGNAL(value);
}

// Reports are never written automatically.
function rejectTrigger(value, name) {
  validateBoolean(value, 'trigger');
  if (value) throw require('core/not_implemented').notImplemented(`process.report.${name}`);
}

setting('directory', validateString);
setting('filename', validateString);
setting('compact', validateBoolean);
setting('excludeNetwork', validateBoolean);
setting('signal', validateSignal);
setting('reportOnFatalError', rejectTrigger);
setting('reportOnSignal', rejectTrigger);
setting('reportOnUncaughtException', rejectTrigger);
setting('excludeEnv', validateBoolean);

module.exports = { report };
