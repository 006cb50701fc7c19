'use strict';
// process.stdin, process.stdout and process.stderr: made when first read, and the same ever after.
//
//              a file                      a pipe or socket      a terminal          nothing of these
//   output     process/sync_write_stream   net.Socket            tty.WriteStream     a Writable that swallows all
//   input      fs.ReadStream               net.Socket            tty.ReadStream      a Readable at its end
//
// Writes to the first three descriptors are made at once and whole, to pipes and terminals too: what has been written is
// never lost, however the program ends. Nothing is read before somebody wants it, and pause() stops reading, so that a
// standard input that nobody reads does not keep the loop alive.

const native = binding('stdio');
const { nextTick } = require('loop/ticks');

const DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 };
const streams = { __proto__: null };

function open(name) {
  return streams[name] ??= make(DESCRIPTORS[name]);
}

function make(fd) {
  if (fd === 0) return createInput(fd);
  const stream = createOutput(fd);
  require('console/log').onStreamCreated(fd, stream);
  return stream;
}

// ---- output

function createOutput(fd) {
  const { stream, type } = outputFor(fd);
  // Where the stream is ended the next write may be tried again: a standard stream cannot be closed.
  stream._type = type;
  stream.fd = fd;
  stream._isStdio = true;
  stream.destroySoon = stream.destroy;
  stream._destroy = dummyDestroy;
  if (stream.isTTY) require('process/process').on('SIGWINCH', () => stream._refreshSize());
  return stream;
}

function outputFor(fd) {
  switch (native.kind(fd)) {
    case 'tty':
      return { stream: new (require('tty').WriteStream)(fd), type: 'tty' };
    case 'fs': {
      const { SyncWriteStream } = require('process/sync_write_stream');
      return { stream: new SyncWriteStream(fd, { autoClose: false }), type: 'fs' };
    }
    case 'pipe': {
      const { Socket } = require('net/socket');
      return { stream: new Socket({ fd, readable: false, writable: true }), type: 'pipe' };
    }
    default: {
      const Writable = require('stream/writable');
      return { stream: new Writable({ write(chunk, encoding, callback) { callback(); } }), type: undefined };
    }
  }
}

function dummyDestroy(error, callback) {
  callback(error);
  this._undestroy();
  // Sockets leave it to their handle, which stays.
  if (!this._writableState.emitClose) nextTick(() => this.emit('close'));
}

// ---- input

function createInput(fd) {
  const stream = inputFor(fd);
  stream.fd = fd;
  // Made, but not read yet.
  if (stream._handle) stopReading(stream);
  stream.on('pause', () => {
    nextTick(() => {
      if (stream._handle?.reading && !stream.readableFlowing) stopReading(stream);
    });
  });
  return stream;
}

function stopReading(stream) {
  stream._readableState.reading = false;
  stream._handle.reading = false;
  stream._handle.readStop();
}

function inputFor(fd) {
  switch (native.kind(fd)) {
    case 'tty':
      return new (require('tty').ReadStream)(fd);
    case 'fs':
      return new (require('fs').ReadStream)(null, { fd, autoClose: false });
    case 'pipe': {
      const { Socket } = require('net/socket');
      return new Socket({ fd, readable: true, writable: false, manualStart: true });
    }
    default: {
      const Readable = require('stream/readable');
      const stream = new Readable({ read() {} });
      stream.push(null);
      return stream;
    }
  }
}

module.exports = { open };
