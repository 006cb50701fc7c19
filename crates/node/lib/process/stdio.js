'use strict';
// process.stdin, process.stdout and process.stderr: created on first access.
//
//              a file                      a pipe or socket      a terminal          anything else
//   output     process/sync_write_stream   net.Socket            tty.WriteStream     a Writable that discards everything
//   input      fs.ReadStream               net.Socket            tty.ReadStream      a Readable at EOF
//
// Writes to the first three descriptors are synchronous and complete, also to pipes and terminals: output is never lost, however the
// program ends. Nothing is read before the program asks for it, and pause() stops reading, so that an unused standard input does not
// keep the loop alive.

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
  // A standard stream cannot be closed: after it has ended the next write may be tried again.
  stream._type = type;
  stream.fd = fd;
  stream._isStdio = true;
  stream.destroySoon = stream.destroy;
  stream._destroy = dummyDestroy;
  if (stream.isTTY) require('process/process').on('SIGWINCH', () => stream._refreshSize());
  return stream;
}

function outputFor(fd) {
  switch (native.guessHandleType(fd)) {
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
  // Sockets leave it to their handle, which stays open.
  if (!this._writableState.emitClose) nextTick(() => this.emit('close'));
}

// ---- input

function createInput(fd) {
  const stream = inputFor(fd);
  stream.fd = fd;
  // Created, but not reading yet.
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
  switch (native.guessHandleType(fd)) {
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
