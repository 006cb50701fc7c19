'use strict';
// How a byte stream fills the views of its readers.
//
// A read with a view of the reader's own is a *pull-into*: a descriptor that says how much of the buffer is filled and how
// much must be. Descriptors wait in line; bytes come from the queue, or from the source, which writes into the first of
// them through a ReadableStreamBYOBRequest. `reader` says who waits for it: 'byob', 'default' (a buffer that was allocated for
// a plain read), or 'none' (its reader has let go; what is filled goes to the queue).
//
// A buffer that crosses is transferred each time, so no two parties ever write into the same memory.

const { codes } = require('core/errors');
const { kState, isA } = require('web_streams/faces');
const { upon } = require('web_streams/promises');
const {
  close, error, fulfil, hasByobReader, hasDefaultReader, invalidState, requestsOf,
} = require('web_streams/readable_operations');

const isDetached = (buffer) => buffer.detached === true;

function clearPendingPulls(own) {
  invalidateRequest(own);
  own.pending = [];
}

function resetQueue(own) {
  own.queue = [];
  own.total = 0;
}

function forget(own) {
  own.pulling = own.cancelling = undefined;
}

function desiredSize(own) {
  const { state } = own.stream[kState];
  if (state === 'errored') return null;
  return state === 'closed' ? 0 : own.highWaterMark - own.total;
}

function shouldPull(own) {
  const stream = own.stream[kState];
  if (stream.state !== 'readable' || own.closeRequested || !own.started) return false;
  if (stream.reader !== undefined && requestsOf(own.stream).length > 0) return true;
  return desiredSize(own) > 0;
}

function pullIfNeeded(controller) {
  const own = controller[kState];
  if (!shouldPull(own)) return;
  if (own.isPulling) {
    own.pullAgain = true;
    return;
  }
  own.isPulling = true;
  upon(own.pulling(controller), () => {
    own.isPulling = false;
    if (own.pullAgain) {
      own.pullAgain = false;
      pullIfNeeded(controller);
    }
  }, (reason) => errorController(controller, reason));
}

function errorController(controller, reason) {
  const own = controller[kState];
  if (own.stream[kState].state !== 'readable') return;
  clearPendingPulls(own);
  resetQueue(own);
  forget(own);
  error(own.stream, reason);
}

function closeController(controller) {
  const own = controller[kState];
  if (own.closeRequested || own.stream[kState].state !== 'readable') return;
  if (own.total > 0) {
    own.closeRequested = true;
    return;
  }
  const first = own.pending[0];
  if (first !== undefined && first.filled % first.elementSize !== 0) {
    const partial = invalidState('Partial read');
    errorController(controller, partial);
    throw partial;
  }
  forget(own);
  close(own.stream);
}

// ---- the queue

function addToQueue(own, buffer, byteOffset, byteLength) {
  own.queue.push({ buffer, byteOffset, byteLength });
  own.total += byteLength;
}

function addCopyToQueue(controller, buffer, byteOffset, byteLength) {
  let copy;
  try {
    copy = buffer.slice(byteOffset, byteOffset + byteLength);
  } catch (reason) {
    errorController(controller, reason);
    throw reason;
  }
  addToQueue(controller[kState], copy, 0, byteLength);
}

function handleDrain(controller) {
  const own = controller[kState];
  if (own.total === 0 && own.closeRequested) {
    forget(own);
    close(own.stream);
  } else {
    pullIfNeeded(controller);
  }
}

function answerFromQueue(controller, request) {
  const own = controller[kState];
  const { buffer, byteOffset, byteLength } = own.queue.shift();
  own.total -= byteLength;
  handleDrain(controller);
  request.chunk(new Uint8Array(buffer, byteOffset, byteLength));
}

function answerRequestsFromQueue(controller) {
  const own = controller[kState];
  const { requests } = own.stream[kState].reader[kState];
  while (requests.length > 0 && own.total > 0) answerFromQueue(controller, requests.shift());
}

// Whether the descriptor has what it waits for.
function fillFromQueue(own, descriptor) {
  const most = Math.min(own.total, descriptor.byteLength - descriptor.filled);
  const mostFilled = descriptor.filled + most;
  const aligned = mostFilled - mostFilled % descriptor.elementSize;
  const ready = aligned >= descriptor.minimum;
  let left = ready ? aligned - descriptor.filled : most;
  const into = new Uint8Array(descriptor.buffer);
  while (left > 0) {
    const head = own.queue[0];
    const count = Math.min(left, head.byteLength);
    into.set(new Uint8Array(head.buffer, head.byteOffset, count), descriptor.byteOffset + descriptor.filled);
    if (head.byteLength === count) {
      own.queue.shift();
    } else {
      head.byteOffset += count;
      head.byteLength -= count;
    }
    own.total -= count;
    descriptor.filled += count;
    left -= count;
  }
  return ready;
}

function fillPendingFromQueue(own) {
  const full = [];
  while (own.pending.length > 0 && own.total > 0) {
    if (!fillFromQueue(own, own.pending[0])) continue;
    full.push(own.pending.shift());
  }
  return full;
}

// ---- descriptors

function viewOf(descriptor) {
  const { View, byteOffset, filled, elementSize } = descriptor;
  return new View(descriptor.buffer.transfer(), byteOffset, filled / elementSize);
}

function commit(own, descriptor) {
  const done = own.stream[kState].state === 'closed';
  fulfil(own.stream, viewOf(descriptor), done);
}

function commitAll(own, descriptors) {
  for (const descriptor of descriptors) commit(own, descriptor);
}

function queueWhatIsFilled(controller, descriptor) {
  const { buffer, byteOffset, filled } = descriptor;
  if (filled > 0) addCopyToQueue(controller, buffer, byteOffset, filled);
  controller[kState].pending.shift();
}

function pullInto(controller, view, min, request) {
  const own = controller[kState];
  const elementSize = view.BYTES_PER_ELEMENT ?? 1;
  const View = view instanceof DataView ? DataView : globalThis[view[Symbol.toStringTag]];
  const { byteOffset, byteLength } = view;
  let buffer;
  try {
    buffer = view.buffer.transfer();
  } catch (reason) {
    request.error(reason);
    return;
  }
  const descriptor = {
    buffer, bufferLength: buffer.byteLength, byteOffset, byteLength, filled: 0, minimum: min * elementSize, elementSize, View, reader: 'byob',
  };
  if (own.pending.length > 0) {
    own.pending.push(descriptor);
    requestsOf(own.stream).push(request);
    return;
  }
  if (own.stream[kState].state === 'closed') {
    request.close(new View(buffer, byteOffset, 0));
    return;
  }
  if (own.total > 0) {
    if (fillFromQueue(own, descriptor)) {
      const filled = viewOf(descriptor);
      handleDrain(controller);
      request.chunk(filled);
      return;
    }
    if (own.closeRequested) {
      const reason = invalidState('ReadableStream closed');
      errorController(controller, reason);
      request.error(reason);
      return;
    }
  }
  own.pending.push(descriptor);
  requestsOf(own.stream).push(request);
  pullIfNeeded(controller);
}

// ---- what the source adds

function enqueue(controller, chunk) {
  const own = controller[kState];
  const stream = own.stream[kState];
  if (own.closeRequested || stream.state !== 'readable') return;
  const { byteOffset, byteLength } = chunk;
  const first = own.pending[0];
  const buffer = chunk.buffer.transfer();
  if (first !== undefined) {
    if (isDetached(first.buffer)) throw invalidState('Destination ArrayBuffer is detached');
    invalidateRequest(own);
    first.buffer = first.buffer.transfer();
    if (first.reader === 'none') queueWhatIsFilled(controller, first);
  }
  if (hasDefaultReader(stream)) {
    answerRequestsFromQueue(controller);
    if (requestsOf(own.stream).length === 0) {
      addToQueue(own, buffer, byteOffset, byteLength);
    } else {
      if (own.pending.length > 0) own.pending.shift();
      fulfil(own.stream, new Uint8Array(buffer, byteOffset, byteLength), false);
    }
  } else {
    addToQueue(own, buffer, byteOffset, byteLength);
    if (hasByobReader(stream)) commitAll(own, fillPendingFromQueue(own));
  }
  pullIfNeeded(controller);
}

function respond(controller, count) {
  const own = controller[kState];
  const first = own.pending[0];
  if (own.stream[kState].state === 'closed') {
    if (count !== 0) throw new codes.ERR_INVALID_ARG_VALUE('bytesWritten', count);
  } else {
    if (count === 0) throw new codes.ERR_INVALID_ARG_VALUE('bytesWritten', count);
    if (first.filled + count > first.byteLength) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('bytesWritten', count);
  }
  first.buffer = first.buffer.transfer();
  responded(controller, count);
}

function respondWithNewView(controller, view) {
  const own = controller[kState];
  const first = own.pending[0];
  const { byteLength, byteOffset, buffer } = view;
  if (own.stream[kState].state === 'closed') {
    if (byteLength !== 0) throw invalidState('View is not zero-length');
  } else if (byteLength === 0) {
    throw invalidState('View is zero-length');
  }
  if (first.byteOffset + first.filled !== byteOffset || first.bufferLength !== buffer.byteLength ||
      first.filled + byteLength > first.byteLength) {
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError('view', view);
  }
  first.buffer = buffer.transfer();
  responded(controller, byteLength);
}

function responded(controller, count) {
  const own = controller[kState];
  const first = own.pending[0];
  invalidateRequest(own);
  if (own.stream[kState].state === 'closed') respondedWhenClosed(own, first);
  else respondedWhenReadable(controller, first, count);
  pullIfNeeded(controller);
}

function respondedWhenClosed(own, first) {
  if (first.reader === 'none') own.pending.shift();
  if (!hasByobReader(own.stream[kState])) return;
  const waiting = requestsOf(own.stream).length;
  commitAll(own, own.pending.splice(0, waiting));
}

function respondedWhenReadable(controller, first, count) {
  const own = controller[kState];
  first.filled += count;
  if (first.reader === 'none') {
    queueWhatIsFilled(controller, first);
    commitAll(own, fillPendingFromQueue(own));
    return;
  }
  if (first.filled < first.minimum) return;
  own.pending.shift();
  const over = first.filled % first.elementSize;
  if (over > 0) {
    const end = first.byteOffset + first.filled;
    addCopyToQueue(controller, first.buffer, end - over, over);
  }
  first.filled -= over;
  const full = fillPendingFromQueue(own);
  commit(own, first);
  commitAll(own, full);
}

function invalidateRequest(own) {
  if (own.byobRequest === null) return;
  if (isA(own.byobRequest, 'ReadableStreamBYOBRequest')) {
    own.byobRequest[kState].controller = undefined;
    own.byobRequest[kState].view = null;
  }
  own.byobRequest = null;
}

module.exports = {
  answerFromQueue, clearPendingPulls, closeController, desiredSize, enqueue, errorController, forget, isDetached, pullIfNeeded, pullInto,
  resetQueue, respond, respondWithNewView,
};
