'use strict';
// for await (const chunk of readable): reads when asked, waits on 'readable', ends or throws with the stream, and
// destroys it when the loop is left.

const { aggregateTwoErrors } = require('core/errors');
const { destroyer } = require('streams/destroy');
const { eos } = require('streams/end_of_stream');

function iterate(stream, options) {
  if (typeof stream.read !== 'function') stream = require('streams/readable').wrap(stream, { objectMode: true });
  const iterator = chunksOf(stream, options);
  iterator.stream = stream;
  return iterator;
}

const nothing = () => {};

async function* chunksOf(stream, options) {
  let wake = nothing;
  // Both the listener (this is the stream) and the promise's executor.
  function next(resolve) {
    if (this === stream) {
      wake();
      wake = nothing;
    } else {
      wake = resolve;
    }
  }
  stream.on('readable', next);

  // undefined: goes on; null: came to its end; anything else: failed.
  let error;
  const cleanup = eos(stream, { writable: false }, (err) => {
    error = err ? aggregateTwoErrors(error, err) : null;
    wake();
    wake = nothing;
  });

  try {
    while (true) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) yield chunk;
      else if (error) throw error;
      else if (error === null) return;
      else await new Promise(next);
    }
  } catch (err) {
    error = aggregateTwoErrors(error, err);
    throw error;
  } finally {
    if ((error || options?.destroyOnReturn !== false) && (error === undefined || stream._readableState.autoDestroy)) {
      destroyer(stream, null);
    } else {
      stream.off('readable', next);
      cleanup();
    }
  }
}

module.exports = { iterate };
