'use strict';
// node:stream/promises

const { arrayPop } = require('core/intrinsics');

require('stream');
const { finished } = require('streams/end_of_stream');
const { connect } = require('streams/pipeline');
const { isIterable, isNodeStream, isWebStream } = require('streams/kinds');

function pipeline(...streams) {
  return new Promise((resolve, reject) => {
    let options;
    const last = streams[streams.length - 1];
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last) && !isWebStream(last)) {
      options = arrayPop(streams);
    }
    connect(streams, (err, value) => {
      if (err) reject(err);
      else resolve(value);
    }, { signal: options?.signal, end: options?.end });
  });
}

module.exports = { finished, pipeline };
