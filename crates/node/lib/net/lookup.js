'use strict';
// The addresses of a name, in the shape of dns.lookup(), from the system's resolver on the thread pool.

const native = binding('net');
const { codes } = require('core/errors');
const { isIP } = require('net/address');

// AI_ADDRCONFIG | AI_ALL | AI_V4MAPPED
const KNOWN_HINTS = 0x20 | 0x10 | 0x8;

// callback(error), (null, address, family), or with `all` (null, [{ address, family }])
function lookup(hostname, options, callback) {
  const { family = 0, hints = 0, all = false } = options;
  if ((hints & ~KNOWN_HINTS) !== 0) throw new codes.ERR_INVALID_ARG_VALUE('hints', hints);
  if (family !== 0 && family !== 4 && family !== 6) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.family', family, 'must be one of: 0, 4, 6');
  }
  const known = isIP(hostname);
  if (known !== 0) {
    require('loop/ticks').nextTick(() => answer([hostname], all, callback));
    return;
  }
  const id = require('loop/requests').expect((_, found) => {
    if (typeof found[0] === 'string') answer([...new Set(found)], all, callback);
    else callback(require('core/system_errors').dnsException(found[0], 'getaddrinfo', hostname));
  }, 'GetAddrInfoReqWrap');
  native.lookup(id, hostname, family, hints);
}

function answer(addresses, all, callback) {
  if (all) callback(null, addresses.map((address) => ({ address, family: isIP(address) })));
  else callback(null, addresses[0], isIP(addresses[0]));
}

module.exports = { lookup };
