'use strict';
// The results of resolve*(), from a message. Each function throws an error code if there is none.

const { arrayAt, arrayFilter, arrayFlatMap, arrayMap, mathMin } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { BADRESP, NODATA } = require('dns/codes');

const ofType = (message, type) => arrayFilter(message.records, (record) => record.type === type);

const dataOf = (message, type) => arrayMap(ofType(message, type), ({ data }) => data);

function nonEmpty(list) {
  if (list.length === 0) throw NODATA;
  return list;
}

// The TTL of an address is at most that of the CNAME records before it.
function addresses(message, type) {
  const shortest = mathMin(...each(arrayMap(ofType(message, 'CNAME'), ({ ttl }) => ttl)));
  return arrayMap(ofType(message, type), ({ ttl, data }) => ({ address: data.address, ttl: mathMin(ttl, shortest) }));
}

const addressResults = (type) => (message, withTtl) => {
  const found = nonEmpty(addresses(message, type));
  return withTtl ? found : arrayMap(found, ({ address }) => address);
};

const values = (message, type) => arrayMap(dataOf(message, type), ({ value }) => value);

const authorities = (message) => arrayMap(dataOf(message, 'CAA'), ({ critical, property, value }) =>
  ({ critical, type: 'CAA', [property]: value }));

const typed = (type, list) => arrayMap(list, (data) => ({ ...data, type }));

// The last name of a CNAME chain, or the queried name itself if it has addresses.
function lastAlias(message) {
  nonEmpty(arrayFilter(message.records, ({ type }) => type === 'A' || type === 'AAAA' || type === 'CNAME'));
  return arrayAt(values(message, 'CNAME'), -1) ?? message.question.name;
}

function any(message) {
  const alias = arrayAt(values(message, 'CNAME'), -1);
  return [
    ...each(alias === undefined ? typed('A', addresses(message, 'A')) : [{ value: alias, type: 'CNAME' }]),
    ...each(typed('AAAA', addresses(message, 'AAAA'))),
    ...each(arrayFlatMap(['MX', 'NS', 'TXT', 'SRV', 'PTR', 'NAPTR'], (type) => typed(type, dataOf(message, type)))),
    ...each(typed('SOA', sliceOf(dataOf(message, 'SOA'), 0, 1))),
    ...each(dataOf(message, 'TLSA')),
    ...each(authorities(message)),
  ];
}

function startOfAuthority(message) {
  const { 0: found } = dataOf(message, 'SOA');
  if (found === undefined) throw BADRESP;
  return { ...found, type: undefined };
}

module.exports = {
  __proto__: null,
  A: addressResults('A'),
  AAAA: addressResults('AAAA'),
  ANY: any,
  CAA: authorities,
  CNAME: (message) => [lastAlias(message)],
  MX: (message) => typed('MX', dataOf(message, 'MX')),
  NAPTR: (message) => typed(undefined, dataOf(message, 'NAPTR')),
  NS: (message) => nonEmpty(values(message, 'NS')),
  PTR: (message) => nonEmpty(values(message, 'PTR')),
  SOA: startOfAuthority,
  SRV: (message) => typed('SRV', dataOf(message, 'SRV')),
  TLSA: (message) => dataOf(message, 'TLSA'),
  TXT: (message) => arrayMap(dataOf(message, 'TXT'), ({ entries }) => entries),
};
