'use strict';
// Conversions between paths and file: URLs.

const { regexpTest, stringEndsWith, stringRepeat, stringReplaceAll, stringStartsWith } = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { URL } = require('url/whatwg');
const { percent } = require('url/percent');
const codes = require('core/errors').codes;

// Characters of a path with a meaning in URLs, and others that Node encodes. (The parser encodes spaces, quotes and non-ASCII
// characters itself.) On Windows a backslash is a slash.
const SPECIAL = /[%\\\n\r\t?#[\]^|~]/g;
const encodeWindows = (path) => replaceIn(path, SPECIAL, (character) => (character === '\\' ? '/' : percent(character)));

function pathToFileURL(filepath, options) {
  require('core/validate').validateString(filepath, 'path');
  if (options?.windows) return fromWindowsPath(filepath);
  const path = require('path').posix;
  let resolved = path.resolve(filepath);
  if (stringEndsWith(filepath, '/') && !stringEndsWith(resolved, '/')) resolved += '/';
  // The parser would strip trailing spaces.
  return new URL(`file://${replaceIn(replaceIn(resolved, SPECIAL, percent), / +$/, (spaces) => stringRepeat('%20', spaces.length))}`);
}

function fromWindowsPath(filepath) {
  const path = require('path').win32;
  const { ERR_INVALID_ARG_VALUE } = codes;
  if (stringStartsWith(filepath, '\\\\')) {
    const extended = stringStartsWith(filepath, '\\\\?\\UNC\\');
    const prefix = extended ? 8 : 2;
    const end = indexIn(filepath, '\\', prefix);
    if (end === -1) throw new ERR_INVALID_ARG_VALUE('path', filepath, 'Missing UNC resource path');
    if (end === 2) throw new ERR_INVALID_ARG_VALUE('path', filepath, 'Empty UNC servername');
    const url = new URL('file://');
    url.hostname = binding('url').domainToASCII(sliceOf(filepath, prefix, end));
    url.pathname = encodeWindows(sliceOf(filepath, end));
    return url;
  }
  let resolved = path.resolve(filepath);
  if (regexpTest(/[\\/]$/, filepath) && !stringEndsWith(resolved, '\\')) resolved += '\\';
  return new URL(`file:///${encodeWindows(resolved)}`);
}

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
  checkPosix(url);
  return decodeURIComponent(url.pathname);
}

function fileURLToPathBuffer(path, options) {
  const url = asFileUrl(path);
  if (options?.windows) return Buffer.from(windowsPath(url));
  checkPosix(url);
  return require('querystring').unescapeBuffer(url.pathname);
}

function checkPosix(url) {
  if (url.hostname !== '') throw new codes.ERR_INVALID_FILE_URL_HOST(process.platform);
  if (regexpTest(/%2f/i, url.pathname)) throw new codes.ERR_INVALID_FILE_URL_PATH('must not include encoded / characters', url);
}

function windowsPath(url) {
  const { hostname } = url;
  let { pathname } = url;
  if (regexpTest(/%2f|%5c/i, pathname)) throw new codes.ERR_INVALID_FILE_URL_PATH('must not include encoded \\ or / characters', url);
  pathname = decodeURIComponent(stringReplaceAll(pathname, '/', '\\'));
  if (hostname !== '') return `\\\\${binding('url').domainToUnicode(hostname)}${pathname}`;
  if (!regexpTest(/^\\[a-z]:/i, pathname)) throw new codes.ERR_INVALID_FILE_URL_PATH('must be absolute', url);
  return sliceOf(pathname, 1);
}

// Functions that take a path also take a file: URL.
function toPathIfFileURL(value) {
  return isUrl(value) ? fileURLToPath(value) : value;
}

module.exports = { pathToFileURL, fileURLToPath, fileURLToPathBuffer, toPathIfFileURL, isUrl };
