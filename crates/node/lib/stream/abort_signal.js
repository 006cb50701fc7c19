'use strict';
// addAbortSignal: aborting the signal destroys the stream, or errors it if it is a web stream.

const { symbolFor } = require('core/intrinsics');
const { codes, abortedBy } = require('core/errors');
const { isNodeStream, isReadableStream, isWritableStream } = require('stream/predicates');

const kControllerError = symbolFor('nodejs.webstream.controllerErrorFunction');

const addAbortSignal = function addAbortSignal(signal, stream) {
  if (typeof signal !== 'object' || signal === null || !('aborted' in signal)) {
    throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  }
  if (!isNodeStream(stream) && !isReadableStream(stream) && !isWritableStream(stream)) {
    throw new codes.ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return addAbortSignalNoValidate(signal, stream);
};

function addAbortSignalNoValidate(signal, stream) {
  if (typeof signal !== 'object' || !('aborted' in signal)) return stream;
  const onAbort = isNodeStream(stream) ? () => stream.destroy(abortedBy(signal)) :
    () => stream[kControllerError](abortedBy(signal));
  if (signal.aborted) {
    onAbort();
  } else {
    const disposable = require('events').addAbortListener(signal, onAbort);
    require('stream/end_of_stream').eos(stream, disposable[Symbol.dispose]);
  }
  return stream;
}

module.exports = { addAbortSignal, addAbortSignalNoValidate };
