'use strict';
// A Duplex over two streams: writes go to `sink`, reads come from `source`.

const { arrayForEach } = require('core/intrinsics');
const { promiseThen } = require('core/safe/promises');
const { AbortError } = require('core/errors');
const { destroyer } = require('stream/destroy');
const { isNodeStream, isTransformStream } = require('stream/predicates');

// `flowing`: read the source with 'data', pause() and resume(); otherwise with 'readable' and read(). `toDestroy` is destroyed
// with the Duplex: always if `destroyAlways`, otherwise only if the two have not finished.
function bridge(duplex, { sink, source, flowing, toDestroy, destroyAlways, destroyWhenDone }) {
  let ondrain = null;
  let onfinish = null;
  let onreadable = null;
  // undefined until both have finished, then null; or the callback of a _destroy that waits for them.
  let onclose;

  if (sink && !isNodeStream(sink)) {
    writeToWeb(duplex, sink, (callback) => {
      onfinish = callback;
    });
  } else if (sink) {
    duplex._write = function(chunk, encoding, callback) {
      if (sink.write(chunk, encoding)) callback();
      else ondrain = callback;
    };
    duplex._final = function(callback) {
      sink.end();
      onfinish = callback;
    };
    sink.on('drain', () => {
      if (!ondrain) return;
      const callback = ondrain;
      ondrain = null;
      callback();
    });
  }

  if (source && !isNodeStream(source)) {
    readFromWeb(duplex, source);
  } else if (source && flowing) {
    source.on('data', (chunk) => {
      if (!duplex.push(chunk)) source.pause();
    });
    source.on('end', () => duplex.push(null));
    duplex._read = function() {
      source.resume();
    };
  } else if (source) {
    source.on('readable', () => {
      if (!onreadable) return;
      const callback = onreadable;
      onreadable = null;
      callback();
    });
    source.on('end', () => duplex.push(null));
    duplex._read = function() {
      while (true) {
        const chunk = source.read();
        if (chunk === null) {
          onreadable = duplex._read;
          return;
        }
        if (!duplex.push(chunk)) return;
      }
    };
  }

  duplex._destroy = function(err, callback) {
    if (!err && onclose !== null) err = new AbortError();
    onreadable = null;
    ondrain = null;
    onfinish = null;
    if (destroyAlways) arrayForEach(toDestroy, (stream) => destroyer(stream, err));
    // Destroying may have called onDone().
    if (onclose === null) {
      callback(err);
      return;
    }
    onclose = callback;
    if (!destroyAlways) arrayForEach(toDestroy, (stream) => destroyer(stream, err));
  };

  return {
    onFinish() {
      if (!onfinish) return;
      const callback = onfinish;
      onfinish = null;
      callback();
    },
    onDone(err) {
      const callback = onclose;
      onclose = null;
      if (callback) callback(err);
      else if (err) duplex.destroy(err);
      else if (destroyWhenDone) duplex.destroy();
    },
  };
}

// The same for web streams; a TransformStream is both.
function writeToWeb(duplex, sink, onFinal) {
  const writer = (isTransformStream(sink) ? sink.writable : sink).getWriter();
  duplex._write = async function(chunk, encoding, callback) {
    try {
      await writer.ready;
      promiseThen(writer.write(chunk), undefined, () => {});
      callback();
    } catch (err) {
      callback(err);
    }
  };
  duplex._final = async function(callback) {
    try {
      await writer.ready;
      promiseThen(writer.close(), undefined, () => {});
      onFinal(callback);
    } catch (err) {
      callback(err);
    }
  };
}

function readFromWeb(duplex, source) {
  const reader = (isTransformStream(source) ? source.readable : source).getReader();
  duplex._read = async function() {
    try {
      while (true) {
        const { value, done } = await reader.read();
        if (done) {
          duplex.push(null);
          return;
        }
        if (!duplex.push(value)) return;
      }
    } catch {
      // The pipeline that contains the source reports its error.
    }
  };
}

module.exports = { bridge };
