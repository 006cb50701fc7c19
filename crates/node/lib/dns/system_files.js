'use strict';
// The system's configuration files: name servers (/etc/resolv.conf) and static names (/etc/hosts).

const {
  arrayFilter, arrayFindLast, arrayFlat, arrayFlatMap, arrayMap, arrayPush, regexpExec, stringSplit,
} = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { replaceIn, splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { isIP } = require('net/address');

function linesOf(file) {
  let text;
  try {
    text = require('fs').readFileSync(file, 'latin1');
  } catch {
    return [];
  }
  return arrayFilter(arrayMap(stringSplit(text, '\n'), (line) => arrayFilter(splitAt(replaceIn(line, /[#;].*/g, ''), /\s+/g), Boolean)), (fields) => fields.length > 0);
}

// { servers: [{ address, port }], timeout: milliseconds or undefined }
function resolverSettings() {
  const lines = linesOf('/etc/resolv.conf');
  const nameservers = arrayFilter(lines, ({ 0: key, 1: address }) => key === 'nameserver' && isIP(address ?? '') !== 0);
  const addresses = [...each(new SafeSet(arrayMap(nameservers, ({ 1: address }) => address)))];
  if (addresses.length === 0) arrayPush(addresses, '127.0.0.1');
  const options = arrayFlat(arrayFilter(lines, ({ 0: key }) => key === 'options'));
  const seconds = arrayFindLast(arrayMap(options, (option) => regexpExec(/^timeout:(\d+)$/, option)?.[1]), (found) => found !== undefined);
  return {
    servers: arrayMap(addresses, (address) => ({ address, port: 53 })),
    timeout: seconds === undefined ? undefined : Number(seconds) * 1000,
  };
}

// The names of an address, in the order of the file.
function namesOf(address) {
  const canonical = (text) => binding('net').canonicalAddress(text);
  const target = canonical(address);
  return arrayFlatMap(arrayFilter(linesOf('/etc/hosts'), ({ 0: first }) => isIP(first) !== 0 && canonical(first) === target), (names) => sliceOf(names, 1));
}

module.exports = { namesOf, resolverSettings };
