'use strict';
// The error codes of dns.resolve*(), under the names that dns exports.

const { arrayMap, objectFromEntries } = require('core/intrinsics');
const { each } = require('core/safe/walk');

const names = ['NODATA', 'FORMERR', 'SERVFAIL', 'NOTFOUND', 'NOTIMP', 'REFUSED', 'BADQUERY', 'BADNAME', 'BADFAMILY', 'BADRESP',
  'CONNREFUSED', 'TIMEOUT', 'EOF', 'FILE', 'NOMEM', 'DESTRUCTION', 'BADSTR', 'BADFLAGS', 'NONAME', 'BADHINTS',
  'NOTINITIALIZED', 'LOADIPHLPAPI', 'ADDRGETNETWORKPARAMS', 'CANCELLED'];

module.exports = objectFromEntries(each(arrayMap(names, (name) => [name, name === 'EOF' ? 'EOF' : `E${name}`])));
