'use strict';
// ALPN protocols in wire format: each one prefixed with its length.

const { codes } = require('core/errors');

function fromList(protocols) {
  const parts = [];
  for (const [index, protocol] of protocols.entries()) {
    const length = Buffer.byteLength(protocol);
    if (length > 255) {
      throw new codes.ERR_OUT_OF_RANGE(`The byte length of the protocol at index ${index} exceeds the maximum length.`, '<= 255', length, true);
    }
    parts.push(Buffer.from([length]), Buffer.from(protocol));
  }
  return Buffer.concat(parts);
}

function validateWireFormat(bytes) {
  for (let i = 0; i < bytes.length; i += bytes[i] + 1) {
    if (i + bytes[i] + 1 > bytes.length) throw new codes.ERR_INVALID_ARG_VALUE('ALPNProtocols', bytes, 'contains truncated protocol');
  }
  return bytes;
}

// Stores them in `out`; anything but an array or a view is ignored.
function convertALPNProtocols(protocols, out) {
  if (Array.isArray(protocols)) {
    out.ALPNProtocols = fromList(protocols);
  } else if (ArrayBuffer.isView(protocols)) {
    out.ALPNProtocols = validateWireFormat(Buffer.from(protocols.buffer, protocols.byteOffset, protocols.byteLength)).subarray();
    out.ALPNProtocols = Buffer.from(out.ALPNProtocols);
  }
}

module.exports = { convertALPNProtocols };
