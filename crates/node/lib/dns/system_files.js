'use strict';
// What the machine's own files say about names: which servers to ask (/etc/resolv.conf), and names that need no server
// (/etc/hosts).

const { isIP } = require('net/address');

function linesOf(file) {
  let text;
  try {
    text = require('fs').readFileSync(file, 'latin1');
  } catch {
    return [];
  }
  return text.split('\n').map((line) => line.replace(/[#;].*/, '').split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0);
}

// { servers: [{ address, port }], timeout: milliseconds or undefined }
function resolverSettings() {
  const lines = linesOf('/etc/resolv.conf');
  const named = lines.filter(([key, address]) => key === 'nameserver' && isIP(address ?? '') !== 0);
  const addresses = [...new Set(named.map(([, address]) => address))];
  if (addresses.length === 0) addresses.push('127.0.0.1');
  const options = lines.filter(([key]) => key === 'options').flat();
  const seconds = options.map((option) => /^timeout:(\d+)$/.exec(option)?.[1]).findLast((found) => found !== undefined);
  return {
    servers: addresses.map((address) => ({ address, port: 53 })),
    timeout: seconds === undefined ? undefined : Number(seconds) * 1000,
  };
}

// The names of an address, in the file's order.
function namesOf(address) {
  const canonical = (text) => binding('net').canonical(text);
  const wanted = canonical(address);
  return linesOf('/etc/hosts').filter(([first]) => isIP(first) !== 0 && canonical(first) === wanted)
    .flatMap(([, ...names]) => names);
}

module.exports = { namesOf, resolverSettings };
