'use strict';
// What the legacy parser (url/legacy.js) finds by looking at each character.

const { stringSlice } = require('core/intrinsics');
const { charactersOf } = require('core/safe/characters');

// Which of the characters that need more work occur.
const BACKSLASH = 1;
const HASH_OR_AT = 2;
const ESCAPED = 4;

function specialsOf(text) {
  const characters = charactersOf(text);
  let found = 0;
  for (let i = 0; i < text.length; i++) {
    switch (characters.charCodeAt(i)) {
      case 0x5c: found |= BACKSLASH | ESCAPED; break; // \
      case 0x23: case 0x40: found |= HASH_OR_AT; break;
      // AUTO_ESCAPE
      case 0x09: case 0x0a: case 0x0d: case 0x20: case 0x22: case 0x27: case 0x3c: case 0x3e: case 0x5e: case 0x60: case 0x7b:
      case 0x7c: case 0x7d:
        found |= ESCAPED;
    }
  }
  return found;
}

// Whether the first and last character are certainly no whitespace.
function hasPlainEnds(text) {
  if (text.length === 0) return true;
  const characters = charactersOf(text);
  const first = characters.charCodeAt(0);
  const last = characters.charCodeAt(text.length - 1);
  return first > 32 && first < 127 && last > 32 && last < 127;
}

// As /^[a-z0-9.+-]+:/i.
function protocolOf(text) {
  const characters = charactersOf(text);
  for (let i = 0; i < text.length; i++) {
    const code = characters.charCodeAt(i);
    if (code === 58) return i === 0 ? undefined : stringSlice(text, 0, i + 1);
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    if (!isLetter && !(code >= 48 && code <= 57) && code !== 46 && code !== 43 && code !== 45) return undefined;
  }
  return undefined;
}

// Where the port starts, as with /:[0-9]*$/; -1 if there is none.
function portStart(host) {
  const characters = charactersOf(host);
  for (let i = host.length - 1; i >= 0; i--) {
    const code = characters.charCodeAt(i);
    if (code === 58) return i;
    if (code < 48 || code > 57) return -1;
  }
  return -1;
}

// Where the host ends: at a character that it cannot contain, after the last @ before / ? or #.
function hostEnd(rest) {
  const characters = charactersOf(rest);
  let at = -1;
  let nonHost = -1;
  for (let i = 0; i < rest.length; i++) {
    switch (characters.charCodeAt(i)) {
      case 0x40: // @
        at = i;
        nonHost = -1;
        break;
      case 0x23: case 0x2f: case 0x3f: // # / ?
        return { at, end: nonHost === -1 ? i : nonHost };
      // Space and "%';<>\^`{|}
      case 0x20: case 0x22: case 0x25: case 0x27: case 0x3b: case 0x3c: case 0x3e: case 0x5c: case 0x5e: case 0x60: case 0x7b:
      case 0x7c: case 0x7d:
        if (nonHost === -1) nonHost = i;
    }
  }
  return { at, end: nonHost === -1 ? rest.length : nonHost };
}

// Letters, digits and dots: nothing to convert, nothing forbidden. A hyphen may be part of Punycode.
function isPlainHost(hostname) {
  const characters = charactersOf(hostname);
  for (let i = 0; i < hostname.length; i++) {
    const code = characters.charCodeAt(i);
    if (!(code >= 97 && code <= 122) && !(code >= 48 && code <= 57) && code !== 46) return false;
  }
  return true;
}

module.exports = { BACKSLASH, ESCAPED, HASH_OR_AT, hasPlainEnds, hostEnd, isPlainHost, portStart, protocolOf, specialsOf };
