'use strict';
// What util.inspect(url, { showHidden: true }) shows of a URL besides its properties: the offsets of its components, by Node's names.

const NONE = 0xffffffff;
const SCHEMES = { __proto__: null, 'http:': 0, 'https:': 2, 'ws:': 3, 'ftp:': 4, 'wss:': 5, 'file:': 6 };
const OTHER_SCHEME = 1;

class URLContext {
  constructor({ href, scheme, username, hostStart, hostEnd, port, path, query, hash }, protocol) {
    this.href = href;
    this.protocol_end = scheme + 1;
    this.username_end = username;
    // At the `@` of credentials.
    this.host_start = href[hostStart - 1] === '@' ? hostStart - 1 : hostStart;
    this.host_end = hostEnd;
    this.pathname_start = path;
    this.search_start = query === -1 ? NONE : query;
    this.hash_start = hash === -1 ? NONE : hash;
    this.port = port === -1 ? NONE : port;
    this.scheme_type = SCHEMES[protocol] ?? OTHER_SCHEME;
  }

  get hasPort() { return this.port !== NONE; }

  get hasSearch() { return this.search_start !== NONE; }

  get hasHash() { return this.hash_start !== NONE; }
}

module.exports = { URLContext };
