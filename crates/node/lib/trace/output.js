'use strict';
// Records standard output and standard error, however they are written to.

const log = require('trace/log');

const decoder = () => new (require('util').TextDecoder)();
let cachedDecoder;

const textOf = (bytes) => (cachedDecoder ??= decoder()).decode(bytes);

function recordOutput(fd, text) {
  if ((fd !== 1 && fd !== 2) || !log.isOn()) return;
  log.running();
  log.native.output(fd, text, log.capture());
}

// Wraps the bindings that write synchronously, before others capture them.
function watchDescriptors() {
  const stdio = binding('stdio');
  const { write, writeBytes } = stdio;
  stdio.write = (fd, text) => {
    recordOutput(fd, text);
    return write(fd, text);
  };
  stdio.writeBytes = (fd, bytes) => {
    if (fd === 1 || fd === 2) recordOutput(fd, textOf(bytes));
    return writeBytes(fd, bytes);
  };
}

// Pipes and terminals, when they are streams (net/handle.js).
function watchHandles({ StreamHandle }) {
  const { prototype } = StreamHandle;
  const { write, writeText, writev } = prototype;
  const isStandard = (handle) => handle.fd === 1 || handle.fd === 2;
  prototype.write = function (bytes) {
    if (isStandard(this)) recordOutput(this.fd, textOf(bytes));
    return write.call(this, bytes);
  };
  prototype.writeText = function (text, isLatin1) {
    if (isStandard(this)) recordOutput(this.fd, text);
    return writeText.call(this, text, isLatin1);
  };
  prototype.writev = function (chunks) {
    if (isStandard(this)) for (const chunk of chunks) recordOutput(this.fd, typeof chunk === 'string' ? chunk : textOf(chunk));
    return writev.call(this, chunks);
  };
}

module.exports = { watchDescriptors, watchHandles };
