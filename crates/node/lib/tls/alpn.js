'use strict';
// ALPN protocols in wire format: each one prefixed with its length.

const globals = require('globals');
const { appendAll, each, entriesOf } = require('core/safe/walk');
const { arrayBufferStaticIsView, arrayIsArray } = require('core/intrinsics');
const { codes } = require('core/errors');

function fromList(protocols) {
  const parts = [];
  for (const { 0: index, 1: protocol } of each(entriesOf(protocols))) {
    const length = globals.Buffer.byteLength(protocol);
    if (length > 255) {
      throw new codes.ERR_OUT_OF_RANGE(`The byte length of the protocol at index ${index} exceeds the maximum length.`, '<= 255', length, true);
    }
    appendAll(parts, [globals.Buffer.from([length]), globals.Buffer.from(protocol)]);
  }
  return globals.Buffer.concat(parts);
}

function validateWireFormat(bytes) {
  for (let i = 0; i < bytes.length; i += bytes[i] + 1) {
    if (i + bytes[i] + 1 > bytes.length) throw new codes.ERR_INVALID_ARG_VALUE('ALPNProtocols', bytes, 'contains truncated protocol');
  }
  return bytes;
}

// Stores them in `out`; anything but an array or a view is ignored.
function convertALPNProtocols(protocols, out) {
  if (arrayIsArray(protocols)) {
    out.ALPNProtocols = fromList(protocols);
  } else if (arrayBufferStaticIsView(protocols)) {
    out.ALPNProtocols = validateWireFormat(globals.Buffer.from(protocols.buffer, protocols.byteOffset, protocols.byteLength)).subarray();
    out.ALPNProtocols = globals.Buffer.from(out.ALPNProtocols);
  }
}

module.exports = { convertALPNProtocols };
