'use strict';
// node:stream/promises

const { arrayPop } = require('core/intrinsics');

require('stream');
const { finished } = require('stream/end_of_stream');
const { pipelineImpl } = require('stream/pipeline');
const { isIterable, isNodeStream, isWebStream } = require('stream/predicates');

function pipeline(...streams) {
  return new __hexloop_promise__((resolve, reject) => {
    let options;
    const last = streams[streams.length - 1];
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last) && !isWebStream(last)) {
      options = arrayPop(streams);
    }
    pipelineImpl(streams, (err, value) => {
      if (err) reject(err);
      else resolve(value);
    }, { signal: options?.signal, end: options?.end });
  });
}

module.exports = { finished, pipeline };
