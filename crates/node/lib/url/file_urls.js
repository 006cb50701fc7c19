'use strict';
// Conversions between paths and file: URLs.

const globals = require('globals');
const {
  globalDecodeURIComponent: decodeURIComponent, regexpTest, stringCharCodeAt, stringEndsWith, stringIncludes, stringReplaceAll,
  stringSlice, stringStartsWith, stringToWellFormed,
} = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const { HOSTNAME, URL, ofHref } = require('url/whatwg');
const codes = require('core/errors').codes;
const { set, domainToUnicode } = binding('url');

const SLASH = 0x2f;
const BACKSLASH = 0x5c;

// How a character of a path is written in a URL; '' for most. These have a meaning in URLs, or Node encodes them. (The parser
// encodes quotes and non-ASCII characters itself.)
function escapeOf(code, windows) {
  switch (code) {
    case 0x00: return '%00';
    case 0x09: return '%09';
    case 0x0a: return '%0A';
    case 0x0d: return '%0D';
    case 0x20: return '%20';
    case 0x23: return '%23';
    case 0x25: return '%25';
    case 0x3f: return '%3F';
    case 0x5b: return '%5B';
    case BACKSLASH: return windows ? '/' : '%5C';
    case 0x5d: return '%5D';
    case 0x5e: return '%5E';
    case 0x7c: return '%7C';
    case 0x7e: return '%7E';
    default: return '';
  }
}

function encodePath(path, windows) {
  let done = '';
  let start = 0;
  for (let i = 0; i < path.length; i++) {
    const escape = escapeOf(stringCharCodeAt(path, i), windows);
    if (escape === '') continue;
    done += stringSlice(path, start, i) + escape;
    start = i + 1;
  }
  return start === 0 ? path : done + stringSlice(path, start);
}

function pathToFileURL(filepath, options) {
  require('core/validate').validateString(filepath, 'path');
  const windows = options?.windows;
  if (windows && stringStartsWith(filepath, '\\\\')) return fromUncPath(filepath);
  const path = require('path');
  let resolved = windows ? path.win32.resolve(filepath) : path.posix.resolve(filepath);
  if (windows && stringStartsWith(resolved, '\\\\')) return fromUncPath(resolved);
  const last = stringCharCodeAt(filepath, filepath.length - 1);
  if ((last === SLASH || (windows && last === BACKSLASH)) && !stringEndsWith(resolved, '/')) resolved += '/';
  return ofPath(resolved, windows);
}

// \\server\share\resource or \\?\UNC\server\share\resource.
function fromUncPath(path) {
  const { ERR_INVALID_ARG_VALUE, ERR_INVALID_URL } = codes;
  const prefix = stringStartsWith(path, '\\\\?\\UNC\\') ? 8 : 2;
  const end = indexIn(path, '\\', prefix);
  if (end === -1) throw new ERR_INVALID_ARG_VALUE('path', path, 'Missing UNC resource path');
  if (end === 2) throw new ERR_INVALID_ARG_VALUE('path', path, 'Empty UNC servername');
  const server = sliceOf(path, prefix, end);
  const resource = sliceOf(path, end);
  const href = set(ofPath(resource, true).href, HOSTNAME, server);
  if (href === undefined) throw new ERR_INVALID_URL(stringToWellFormed(resource), stringToWellFormed(server));
  return ofHref(href);
}

const ofPath = (path, windows) => new URL(`file://${encodePath(path, windows)}`);

function asFileUrl(path) {
  const { ERR_INVALID_ARG_TYPE, ERR_INVALID_URL_SCHEME } = codes;
  if (typeof path === 'string') path = new URL(path);
  else if (!isUrl(path)) throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  if (path.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
  return path;
}

function isUrl(value) {
  return Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);
}

// The common case: the path is part of the URL as it is.
const SIMPLE = /^file:\/\/\/(?:[\w-][\w.-]*(?:\/|$))*$/;

function fileURLToPath(path, options) {
  if (typeof path === 'string' && regexpTest(SIMPLE, path) && !options?.windows) return sliceOf(path, 7);
  const url = asFileUrl(path);
  if (options?.windows) return windowsPath(url);
  const pathname = posixPathname(url);
  return typeof pathname === 'string' && !stringIncludes(pathname, '%') ? pathname : decodeURIComponent(pathname);
}

function fileURLToPathBuffer(path, options) {
  const url = asFileUrl(path);
  if (options?.windows) return globals.Buffer.from(windowsPath(url));
  return require('querystring').unescapeBuffer(posixPathname(url));
}

const ENCODED_SLASH = /%2f/i;

function posixPathname(url) {
  if (url.hostname !== '') throw new codes.ERR_INVALID_FILE_URL_HOST(globals.process.platform);
  const { pathname } = url;
  if (regexpTest(ENCODED_SLASH, pathname)) throw new codes.ERR_INVALID_FILE_URL_PATH('must not include encoded / characters', url);
  return pathname;
}

function windowsPath(url) {
  const { hostname } = url;
  let { pathname } = url;
  if (regexpTest(/%2f|%5c/i, pathname)) throw new codes.ERR_INVALID_FILE_URL_PATH('must not include encoded \\ or / characters', url);
  pathname = decodeURIComponent(stringReplaceAll(pathname, '/', '\\'));
  if (hostname !== '') return `\\\\${domainToUnicode(hostname)}${pathname}`;
  if (!regexpTest(/^\\[a-z]:/i, pathname)) throw new codes.ERR_INVALID_FILE_URL_PATH('must be absolute', url);
  return sliceOf(pathname, 1);
}

// Functions that take a path also take a file: URL.
function toPathIfFileURL(value) {
  return isUrl(value) ? fileURLToPath(value) : value;
}

module.exports = { pathToFileURL, fileURLToPath, fileURLToPathBuffer, toPathIfFileURL, isUrl };
