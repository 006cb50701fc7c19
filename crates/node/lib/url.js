'use strict';
// node:url: the WHATWG classes, the legacy parser, and conversions between paths and file: URLs.

const { globalDecodeURIComponent: decodeURIComponent } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { URL } = require('url/whatwg');
const { URLSearchParams } = require('url/search_params');
const { Url, parse, resolve, resolveObject, formatLegacy } = require('url/legacy');
const { pathToFileURL, fileURLToPath, fileURLToPathBuffer } = require('url/file_urls');
const { ERR_MISSING_ARGS, ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
const native = binding('url');

function domainToASCII(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return native.domainToASCII(`${domain}`);
}

function domainToUnicode(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return native.domainToUnicode(`${domain}`);
}

// Options for http.request.
function urlToHttpOptions(url) {
  const { validateObject, kValidateObjectAllowObjects } = require('core/validate');
  validateObject(url, 'url', kValidateObjectAllowObjects);
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: hostname && hostname[0] === '[' ? sliceOf(hostname, 1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

// A WHATWG URL without some parts, or a legacy URL object.
function format(urlObject, options) {
  if (typeof urlObject === 'string') urlObject = parse(urlObject);
  else if (typeof urlObject !== 'object' || urlObject === null) {
    throw new ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], urlObject);
  } else if (urlObject instanceof URL) {
    return formatWhatwg(urlObject, options);
  }
  return call0(formatLegacy, urlObject);
}

function formatWhatwg(url, options) {
  let fragment = true;
  let unicode = false;
  let search = true;
  let auth = true;
  if (options) {
    require('core/validate').validateObject(options, 'options');
    if (options.fragment != null) fragment = Boolean(options.fragment);
    if (options.unicode != null) unicode = Boolean(options.unicode);
    if (options.search != null) search = Boolean(options.search);
    if (options.auth != null) auth = Boolean(options.auth);
  }
  return native.format(url.href, fragment, unicode, search, auth);
}

module.exports = {
  Url, parse, resolve, resolveObject, format,
  URL,
  get URLPattern() { return require('web/url_pattern').URLPattern; },
  URLSearchParams, domainToASCII, domainToUnicode,
  pathToFileURL, fileURLToPath, fileURLToPathBuffer, urlToHttpOptions,
};
