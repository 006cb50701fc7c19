'use strict';
// What resolve*() makes of a message. Each throws the code of a failure.

const { BADRESP, NODATA } = require('dns/codes');

const ofType = (message, type) => message.records.filter((record) => record.type === type);

const dataOf = (message, type) => ofType(message, type).map(({ data }) => data);

function someOf(list) {
  if (list.length === 0) throw NODATA;
  return list;
}

// No address lives longer than the names that led to it.
function addresses(message, type) {
  const shortest = Math.min(...ofType(message, 'CNAME').map(({ ttl }) => ttl));
  return ofType(message, type).map(({ ttl, data }) => ({ address: data.address, ttl: Math.min(ttl, shortest) }));
}

const addressesOrNone = (type) => (message, withTtl) => {
  const found = someOf(addresses(message, type));
  return withTtl ? found : found.map(({ address }) => address);
};

const values = (message, type) => dataOf(message, type).map(({ value }) => value);

const authorities = (message) => dataOf(message, 'CAA').map(({ critical, property, value }) =>
  ({ critical, type: 'CAA', [property]: value }));

const typed = (type, list) => list.map((data) => ({ ...data, type }));

// Where an alias leads to in the end; a name that has addresses leads to itself.
function lastAlias(message) {
  someOf(message.records.filter(({ type }) => type === 'A' || type === 'AAAA' || type === 'CNAME'));
  return values(message, 'CNAME').at(-1) ?? message.question.name;
}

function any(message) {
  const alias = values(message, 'CNAME').at(-1);
  return [
    ...(alias === undefined ? typed('A', addresses(message, 'A')) : [{ value: alias, type: 'CNAME' }]),
    ...typed('AAAA', addresses(message, 'AAAA')),
    ...['MX', 'NS', 'TXT', 'SRV', 'PTR', 'NAPTR'].flatMap((type) => typed(type, dataOf(message, type))),
    ...typed('SOA', dataOf(message, 'SOA').slice(0, 1)),
    ...dataOf(message, 'TLSA'),
    ...authorities(message),
  ];
}

function startOfAuthority(message) {
  const [found] = dataOf(message, 'SOA');
  if (found === undefined) throw BADRESP;
  return { ...found, type: undefined };
}

module.exports = {
  __proto__: null,
  A: addressesOrNone('A'),
  AAAA: addressesOrNone('AAAA'),
  ANY: any,
  CAA: authorities,
  CNAME: (message) => [lastAlias(message)],
  MX: (message) => typed('MX', dataOf(message, 'MX')),
  NAPTR: (message) => typed(undefined, dataOf(message, 'NAPTR')),
  NS: (message) => someOf(values(message, 'NS')),
  PTR: (message) => someOf(values(message, 'PTR')),
  SOA: startOfAuthority,
  SRV: (message) => typed('SRV', dataOf(message, 'SRV')),
  TLSA: (message) => dataOf(message, 'TLSA'),
  TXT: (message) => dataOf(message, 'TXT').map(({ entries }) => entries),
};
