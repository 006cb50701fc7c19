'use strict';
// Pairs of streams of JavaScript's own, and TLS over them.

const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { Duplex } = require('stream');

const key = (name) => fs.readFileSync(path.join(__dirname, '../../tls/keys', name));
const serverKeys = { key: key('localhost.key'), cert: key('localhost.pem') };
const clientTrust = { ca: key('root.pem'), servername: 'localhost' };
const context = tls.createSecureContext(serverKeys);

// The other end reads within the write.
function syncPair() {
  const sides = [];
  for (const index of [0, 1]) {
    sides.push(new Duplex({
      read() {},
      write(chunk, encoding, callback) {
        sides[1 - index].push(chunk);
        callback();
      },
      final(callback) {
        sides[1 - index].push(null);
        callback();
      },
      destroy(error, callback) {
        if (!sides[1 - index].readableEnded && !sides[1 - index].destroyed) sides[1 - index].push(null);
        callback(error);
      },
    }));
  }
  return sides;
}

// Client and server of TLS over two ends.
function secured([one, other]) {
  const server = new tls.TLSSocket(other, { isServer: true, secureContext: context });
  const client = tls.connect({ socket: one, ...clientTrust });
  return [client, server];
}

module.exports = { clientTrust, context, key, secured, serverKeys, syncPair };
