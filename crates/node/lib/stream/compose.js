'use strict';
// compose(...streams): one Duplex that writes to the head of a pipeline and reads from its tail.

const { arrayForEach } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateAbortSignal, validateObject } = require('core/validate');
const Duplex = require('stream/duplex');
const { bridge } = require('stream/bridge');
const { eos } = require('stream/end_of_stream');
const {
  isNodeStream, isReadable, isReadableStream, isTransformStream, isWebStream, isWritable, isWritableStream,
} = require('stream/predicates');
const { pipeline } = require('stream/pipeline');

const canBeRead = (stream) => Boolean(isReadable(stream) || isReadableStream(stream) || isTransformStream(stream));
const canBeWritten = (stream) => Boolean(isWritable(stream) || isWritableStream(stream) || isTransformStream(stream));

const compose = function compose(...streams) {
  if (streams.length === 0) throw new codes.ERR_MISSING_ARGS('streams');
  if (streams.length === 1) return Duplex.from(streams[0]);
  const originals = [...each(streams)];
  const last = streams.length - 1;
  if (typeof streams[0] === 'function') streams[0] = Duplex.from(streams[0]);
  if (typeof streams[last] === 'function') streams[last] = Duplex.from(streams[last]);
  check(streams, originals);

  const head = streams[0];
  let joined;
  const tail = pipeline(streams, (err) => joined.onDone(err));
  const writable = canBeWritten(head);
  const readable = canBeRead(tail);
  const duplex = new Duplex({
    writableObjectMode: Boolean(head?.writableObjectMode),
    readableObjectMode: Boolean(tail?.readableObjectMode),
    writable,
    readable,
  });
  joined = bridge(duplex, {
    sink: writable ? head : undefined,
    source: readable ? tail : undefined,
    flowing: true,
    toDestroy: isNodeStream(tail) ? [tail] : [],
    destroyAlways: true,
    destroyWhenDone: !readable && !writable,
  });
  if (writable) eos(isTransformStream(tail) ? tail.readable : tail, joined.onFinish);
  return duplex;
};

function check(streams, originals) {
  arrayForEach(streams, (stream, i) => {
    if (!isNodeStream(stream) && !isWebStream(stream)) return;
    if (i < streams.length - 1 && !canBeRead(stream)) {
      throw new codes.ERR_INVALID_ARG_VALUE(`streams[${i}]`, originals[i], 'must be readable');
    }
    if (i > 0 && !canBeWritten(stream)) {
      throw new codes.ERR_INVALID_ARG_VALUE(`streams[${i}]`, originals[i], 'must be writable');
    }
  });
}

// readable.compose(stream)
function composeWith(readable, stream, options) {
  if (options != null) validateObject(options, 'options');
  if (options?.signal != null) validateAbortSignal(options.signal, 'options.signal');
  if (isNodeStream(stream) && !isWritable(stream)) {
    throw new codes.ERR_INVALID_ARG_VALUE('stream', stream, 'must be writable');
  }
  const composed = compose(readable, stream);
  if (options?.signal) require('stream/abort_signal').addAbortSignalNoValidate(options.signal, composed);
  return composed;
}

module.exports = { compose, composeWith };
