'use strict';
// url.parse, url.format, url.resolve: Node's legacy parser, which programs still use. It is not WHATWG's: it accepts nearly
// anything, and its results must not change.

const globals = require('globals');
const {
  arrayAt, arrayFlatMap, arrayJoin, arrayPop, arrayPush, arrayShift, arrayUnshift, globalDecodeURIComponent: decodeURIComponent,
  globalEncodeURIComponent: encodeURIComponent, objectAssign, objectDefineProperty, regexpExec, regexpTest, stringEndsWith, stringIncludes,
  stringIndexOf, stringReplaceAll, stringSlice, stringSplit, stringStartsWith, stringToLowerCase,
} = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { concatOf, indexIn, isIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { validateString } = require('core/validate');
const {
  BACKSLASH, ESCAPED, HASH_OR_AT, hasPlainEnds, hostEnd, isPlainHost, portStart, protocolOf, specialsOf,
} = require('url/legacy_scan');
const { ERR_INVALID_ARG_VALUE, ERR_INVALID_URL } = require('core/errors').codes;

// A protocol without a host; the rest is not parsed.
const isScript = (protocol) => protocol === 'javascript:' || protocol === 'javascript';
// Protocols with // before their host, written or not.
const SLASHED = new SafeSet(arrayFlatMap(['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss'], (name) => [name, `${name}:`]));

const WHITESPACE = /^[\0-\x20\s\uFEFF\u00A0]+|[\0-\x20\s\uFEFF\u00A0]+$/g;
const PATH_ONLY = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;
const USER_AT_HOST = /^\/\/[^@/]+@[^@/]+/;
const FORBIDDEN_IN_HOST = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const FORBIDDEN_IN_IPV6 = /[\0\t\n\r #%/<>?@\\^|]/;
const HOST_LENGTH = 255;

function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

let warned = false;

function parse(url, parseQueryString, slashesDenoteHost) {
  // Node warns about the program's own files, not about its packages.
  if (!warned && !require('core/call_sites').isCalledFromDependency()) {
    warned = true;
    globals.process.emitWarning('`url.parse()` behavior is not standardized and prone to errors that have security implications. ' +
      'Use the WHATWG URL API instead. CVEs are not issued for `url.parse()` vulnerabilities.', 'DeprecationWarning', 'DEP0169');
  }
  return parsed(url, parseQueryString, slashesDenoteHost);
}

function parsed(url, parseQueryString, slashesDenoteHost) {
  if (url instanceof Url) return url;
  const result = new Url();
  result.parse(url, parseQueryString, slashesDenoteHost);
  return result;
}

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
  validateString(url, 'url');
  const special = specialsOf(url);
  const isEscaped = (special & ESCAPED) !== 0;
  let rest = hasPlainEnds(url) ? url : replaceIn(url, WHITESPACE, '');
  if ((special & BACKSLASH) !== 0) rest = slashesForward(rest);
  if (rest[0] === '/' && !slashesDenoteHost && (special & HASH_OR_AT) === 0) {
    const simple = regexpExec(PATH_ONLY, rest);
    if (simple !== null) return setPathOnly(this, rest, simple, parseQueryString);
  }
  const originalProtocol = protocolOf(rest);
  let protocol;
  let isJavaScript = false;
  if (originalProtocol !== undefined) {
    protocol = stringToLowerCase(originalProtocol);
    isJavaScript = isScript(protocol);
    this.protocol = protocol;
    rest = stringSlice(rest, protocol.length);
  }
  let slashes = false;
  if (slashesDenoteHost || protocol || regexpTest(USER_AT_HOST, rest)) {
    slashes = rest[0] === '/' && rest[1] === '/';
    if (slashes && !isJavaScript) {
      rest = stringSlice(rest, 2);
      this.slashes = true;
    }
  }
  if (!isJavaScript && (slashes || (protocol && !SLASHED.has(originalProtocol)))) rest = consumeHost(this, rest, url, isEscaped);
  if (isEscaped && !isJavaScript) rest = autoEscape(rest);
  parsePath(this, rest, parseQueryString);
  if (this.hostname && !this.pathname && SLASHED.has(protocol)) this.pathname = '/';
  if (this.pathname || this.search) this.path = (this.pathname || '') + (this.search || '');
  this.href = this.format();
  return this;
};

// A backslash is a slash, up to the query or the hash.
function slashesForward(text) {
  const end = regexpExec(/[?#]/, text)?.index ?? -1;
  return end === -1 ? stringReplaceAll(text, '\\', '/') : stringReplaceAll(sliceOf(text, 0, end), '\\', '/') + sliceOf(text, end);
}

function queryOf(text, parseQueryString) {
  return parseQueryString ? require('querystring').parse(text) : text;
}

function setPathOnly(url, rest, { 1: pathname, 2: search }, parseQueryString) {
  url.path = rest;
  url.href = rest;
  url.pathname = pathname;
  if (search) {
    url.search = search;
    url.query = queryOf(sliceOf(search, 1), parseQueryString);
  } else if (parseQueryString) {
    url.query = { __proto__: null };
  }
  return url;
}

const NEWLINE = /[\t\n\r]/;

// Parses auth@host:port at the start; returns the rest.
function consumeHost(url, rest, input, hasControls) {
  if (hasControls && regexpTest(NEWLINE, rest)) rest = replaceIn(rest, /^[^/?#]+/, (authority) => replaceIn(authority, /[\t\n\r]/g, ''));
  const { at, end } = hostEnd(rest);
  if (at !== -1) url.auth = decodeURIComponent(stringSlice(rest, 0, at));
  let host = stringSlice(rest, at + 1, end);
  rest = stringSlice(rest, end);

  const colon = portStart(host);
  if (colon !== -1) {
    if (colon < host.length - 1) url.port = stringSlice(host, colon + 1);
    host = stringSlice(host, 0, colon);
  }
  let hostname = host;
  const ipv6 = hostname[0] === '[' && stringEndsWith(hostname, ']');
  if (!ipv6 && isIn(hostname, ':')) throw new ERR_INVALID_ARG_VALUE('url', 'Invalid port in url', input);
  hostname = hostname.length > HOST_LENGTH ? '' : stringToLowerCase(hostname);
  if (hostname !== '') hostname = validateHost(hostname, ipv6, input);
  url.host = hostname + (url.port ? `:${url.port}` : '');
  if (ipv6) {
    hostname = sliceOf(hostname, 1, -1);
    if (rest[0] !== '/') rest = `/${rest}`;
  }
  url.hostname = hostname;
  return rest;
}

function validateHost(hostname, ipv6, input) {
  if (ipv6) {
    if (regexpTest(FORBIDDEN_IN_IPV6, hostname)) throw new ERR_INVALID_URL(input);
    return hostname;
  }
  if (isPlainHost(hostname)) return hostname;
  const ascii = binding('url').hostToASCII(hostname);
  if (ascii === '' || regexpTest(FORBIDDEN_IN_HOST, ascii)) throw new ERR_INVALID_URL(input);
  return ascii;
}

const AUTO_ESCAPE = /[\t\n\r "'<>\\^`{|}]/g;

function autoEscape(text) {
  return replaceIn(text, AUTO_ESCAPE, require('url/percent').percent);
}

function parsePath(url, rest, parseQueryString) {
  const hash = stringIndexOf(rest, '#');
  if (hash !== -1) url.hash = stringSlice(rest, hash);
  const before = hash === -1 ? rest : stringSlice(rest, 0, hash);
  const question = stringIndexOf(before, '?');
  if (question !== -1) {
    url.search = stringSlice(before, question);
    url.query = queryOf(stringSlice(before, question + 1), parseQueryString);
  } else if (parseQueryString) {
    url.query = { __proto__: null };
  }
  const pathname = question === -1 ? before : stringSlice(before, 0, question);
  if (pathname.length > 0) url.pathname = pathname;
}

// ---- format

function formatLegacy() {
  let auth = this.auth || '';
  if (auth) auth = `${replaceIn(encodeURIComponent(auth), /%3A/gi, ':')}@`;
  let protocol = this.protocol || '';
  if (protocol && protocol[protocol.length - 1] !== ':') protocol += ':';
  let host = '';
  if (this.host) host = auth + this.host;
  else if (this.hostname) {
    const needsBrackets = isIn(this.hostname, ':') && !stringStartsWith(this.hostname, '[');
    host = auth + (needsBrackets ? `[${this.hostname}]` : this.hostname) + (this.port ? `:${this.port}` : '');
  }
  const query = this.query !== null && typeof this.query === 'object' ? require('querystring').stringify(this.query) : '';
  let search = this.search || (query && `?${query}`) || '';
  let pathname = this.pathname || '';
  if (pathname !== '' && (stringIncludes(pathname, '#') || stringIncludes(pathname, '?'))) pathname = replaceIn(pathname, /[#?]/g, require('url/percent').percent);
  if (this.slashes || SLASHED.has(protocol)) {
    if (this.slashes || host) {
      if (pathname && pathname[0] !== '/') pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (stringStartsWith(protocol, 'file')) {
      host = '//';
    }
  }
  let hash = this.hash || '';
  if (search !== '' && stringIncludes(search, '#')) search = stringReplaceAll(search, '#', '%23');
  if (hash && hash[0] !== '#') hash = `#${hash}`;
  if (search && search[0] !== '?') search = `?${search}`;
  return protocol + host + pathname + search + hash;
}

objectDefineProperty(formatLegacy, 'name', { __proto__: null, value: 'format', configurable: true });
Url.prototype.format = formatLegacy;

// Splits `host` into hostname and port; a colon without digits is dropped.
Url.prototype.parseHost = function parseHost() {
  let { host } = this;
  const port = regexpExec(/:[0-9]*$/, host)?.[0];
  if (port !== undefined) {
    if (port !== ':') this.port = sliceOf(port, 1);
    host = sliceOf(host, 0, -port.length);
  }
  if (host) this.hostname = host;
};

// ---- resolve

function resolve(source, relative) {
  return parse(source, false, true).resolve(relative);
}

function resolveObject(source, relative) {
  return source ? parse(source, false, true).resolveObject(relative) : relative;
}

Url.prototype.resolve = function resolve(relative) {
  return this.resolveObject(parsed(relative, false, true)).format();
};

Url.prototype.resolveObject = function resolveObject(relative) {
  if (typeof relative === 'string') relative = parsed(relative, false, true);
  const result = objectAssign(new Url(), this);
  result.hash = relative.hash;
  if (relative.href === '') return updateHref(result);
  if (relative.slashes && !relative.protocol) return toOtherHost(result, relative);
  if (relative.protocol && relative.protocol !== result.protocol) return toOtherProtocol(result, relative);
  return resolvePath(result, relative);
};

function updateHref(result) {
  result.href = result.format();
  return result;
}

function setPath(result) {
  if (result.pathname !== null || result.search !== null) result.path = (result.pathname || '') + (result.search || '');
}

// //host/path
function toOtherHost(result, relative) {
  const { protocol } = result;
  objectAssign(result, relative);
  result.protocol = protocol;
  if (SLASHED.has(protocol) && result.hostname && !result.pathname) result.path = result.pathname = '/';
  return updateHref(result);
}

function toOtherProtocol(result, relative) {
  if (!SLASHED.has(relative.protocol)) return updateHref(objectAssign(result, relative));
  result.protocol = relative.protocol;
  result.pathname = relative.pathname;
  if (!relative.host && !regexpTest(/^file:?$/, relative.protocol) && !isScript(relative.protocol)) {
    // The first part of the path is the host.
    const parts = stringSplit((relative.pathname || ''), '/');
    while (parts.length > 0 && !(relative.host = arrayShift(parts)));
    relative.host ||= '';
    relative.hostname ||= '';
    if (parts[0] !== '') arrayUnshift(parts, '');
    if (parts.length < 2) arrayUnshift(parts, '');
    result.pathname = arrayJoin(parts, '/');
  }
  result.search = relative.search;
  result.query = relative.query;
  result.host = relative.host || '';
  result.auth = relative.auth;
  result.hostname = relative.hostname || relative.host;
  result.port = relative.port;
  if (result.pathname || result.search) result.path = (result.pathname || '') + (result.search || '');
  result.slashes = result.slashes || relative.slashes;
  return updateHref(result);
}

// For mailto:a@b and the like, the host is part of the path meanwhile.
function hostIntoPath(url, parts) {
  if (url.host) {
    if (parts[0] === '') parts[0] = url.host;
    else arrayUnshift(parts, url.host);
  }
}

function hostOutOfPath(result, host) {
  result.hostname = result.host = host;
  if (host && indexIn(host, '@') > 0) {
    const { 0: auth, 1: rest } = stringSplit(host, '@');
    result.auth = auth;
    result.host = result.hostname = rest;
  }
}

function resolvePath(result, relative) {
  const sourceIsAbsolute = result.pathname?.[0] === '/';
  const relativeIsAbsolute = Boolean(relative.host || relative.pathname?.[0] === '/');
  let mustEndAbsolute = relativeIsAbsolute || sourceIsAbsolute || Boolean(result.host && relative.pathname);
  const removeAllDots = mustEndAbsolute;
  const noLeadingSlashes = Boolean(result.protocol) && !SLASHED.has(result.protocol);
  let parts = result.pathname ? stringSplit(result.pathname, '/') : [];
  const relPath = relative.pathname ? stringSplit(relative.pathname, '/') : [];
  if (noLeadingSlashes) {
    result.hostname = '';
    result.port = null;
    hostIntoPath(result, parts);
    result.host = '';
    if (relative.protocol) {
      relative.hostname = null;
      relative.port = null;
      result.auth = null;
      hostIntoPath(relative, relPath);
      relative.host = null;
    }
    mustEndAbsolute = mustEndAbsolute && (relPath[0] === '' || parts[0] === '');
  }

  if (relativeIsAbsolute) {
    copyHost(result, relative);
    parts = relPath;
  } else if (relPath.length > 0) {
    arrayPop(parts);
    parts = concatOf(parts, relPath);
    result.search = relative.search;
    result.query = relative.query;
  } else if (relative.search !== null && relative.search !== undefined) {
    if (noLeadingSlashes) hostOutOfPath(result, arrayShift(parts));
    result.search = relative.search;
    result.query = relative.query;
    setPath(result);
    return updateHref(result);
  }
  if (parts.length === 0) {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
    return updateHref(result);
  }
  parts = removeDotSegments(parts, { result, relative, mustEndAbsolute, removeAllDots });
  const absolute = parts[0] === '' || parts[0]?.[0] === '/';
  if (noLeadingSlashes) hostOutOfPath(result, absolute ? '' : parts.length > 0 ? arrayShift(parts) : '');
  mustEndAbsolute = mustEndAbsolute || Boolean(result.host && parts.length > 0);
  if (mustEndAbsolute && !absolute) arrayUnshift(parts, '');
  if (parts.length === 0) {
    result.pathname = null;
    result.path = null;
  } else {
    result.pathname = arrayJoin(parts, '/');
  }
  setPath(result);
  result.auth = relative.auth || result.auth;
  result.slashes = result.slashes || relative.slashes;
  return updateHref(result);
}

function copyHost(result, relative) {
  if (relative.host || relative.host === '') {
    if (result.host !== relative.host) result.auth = null;
    result.host = relative.host;
    result.port = relative.port;
  }
  if (relative.hostname || relative.hostname === '') {
    if (result.hostname !== relative.hostname) result.auth = null;
    result.hostname = relative.hostname;
  }
  result.search = relative.search;
  result.query = relative.query;
}

function removeDotSegments(parts, { result, relative, mustEndAbsolute, removeAllDots }) {
  const last = arrayAt(parts, -1);
  const trailingSlash = last === '' ||
    (Boolean(result.host || relative.host || parts.length > 1) && (last === '.' || last === '..'));
  let up = 0;
  const kept = [];
  for (let i = parts.length - 1; i >= 0; i--) {
    if (parts[i] === '.') continue;
    if (parts[i] === '..') up++;
    else if (up > 0) up--;
    else arrayUnshift(kept, parts[i]);
  }
  if (!mustEndAbsolute && !removeAllDots) while (up-- > 0) arrayUnshift(kept, '..');
  if (mustEndAbsolute && kept[0] !== '' && kept[0]?.[0] !== '/') arrayUnshift(kept, '');
  if (trailingSlash && !stringEndsWith(arrayJoin(kept, '/'), '/')) arrayPush(kept, '');
  return kept;
}

module.exports = { Url, parse, resolve, resolveObject, formatLegacy };
