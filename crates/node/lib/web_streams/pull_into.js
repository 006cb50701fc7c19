'use strict';
// How a byte stream fills the views of its readers.
//
// A read with a view is a *pull-into*: a descriptor that records how much of the buffer is filled and how much must be.
// Descriptors are queued; bytes come from the queue of chunks, or from the source, which writes into the first descriptor through
// a ReadableStreamBYOBRequest. `reader` is the type of reader that waits for it: 'byob', 'default' (a buffer allocated for a plain
// read), or 'none' (its reader was released; the filled part goes to the queue of chunks).
//
// A buffer is transferred each time it is passed on, so no two parties ever write to the same memory.

const { sliceOf } = require('core/safe/lists');
const { arrayPush, arrayShift, arraySplice, mathMin } = require('core/intrinsics');
const { viewClassOf } = require('core/safe/views');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { kState, isA } = require('web_streams/interface');
const { upon } = require('web_streams/promises');
const {
  close, error, fulfillReadRequest, hasByobReader, hasDefaultReader, invalidState, requestsOf,
} = require('web_streams/readable_operations');

const isDetached = (buffer) => buffer.detached === true;

function clearPendingPulls(slots) {
  invalidateRequest(slots);
  slots.pendingPullIntos = [];
}

function resetQueue(slots) {
  slots.queue = [];
  slots.total = 0;
}

function clearAlgorithms(slots) {
  slots.pullAlgorithm = slots.cancelAlgorithm = undefined;
}

function desiredSize(slots) {
  const { state } = slots.stream[kState];
  if (state === 'errored') return null;
  return state === 'closed' ? 0 : slots.highWaterMark - slots.total;
}

function shouldPull(slots) {
  const stream = slots.stream[kState];
  if (stream.state !== 'readable' || slots.closeRequested || !slots.started) return false;
  if (stream.reader !== undefined && requestsOf(slots.stream).length > 0) return true;
  return desiredSize(slots) > 0;
}

function pullIfNeeded(controller) {
  const slots = controller[kState];
  if (!shouldPull(slots)) return;
  if (slots.isPulling) {
    slots.pullAgain = true;
    return;
  }
  slots.isPulling = true;
  upon(slots.pullAlgorithm(controller), () => {
    slots.isPulling = false;
    if (slots.pullAgain) {
      slots.pullAgain = false;
      pullIfNeeded(controller);
    }
  }, (reason) => errorController(controller, reason));
}

function errorController(controller, reason) {
  const slots = controller[kState];
  if (slots.stream[kState].state !== 'readable') return;
  clearPendingPulls(slots);
  resetQueue(slots);
  clearAlgorithms(slots);
  error(slots.stream, reason);
}

function closeController(controller) {
  const slots = controller[kState];
  if (slots.closeRequested || slots.stream[kState].state !== 'readable') return;
  if (slots.total > 0) {
    slots.closeRequested = true;
    return;
  }
  const first = slots.pendingPullIntos[0];
  if (first !== undefined && first.filled % first.elementSize !== 0) {
    const partial = invalidState('Partial read');
    errorController(controller, partial);
    throw partial;
  }
  clearAlgorithms(slots);
  close(slots.stream);
}

// ---- queue

function addToQueue(slots, buffer, byteOffset, byteLength) {
  slots.queue.push({ buffer, byteOffset, byteLength });
  slots.total += byteLength;
}

function addCopyToQueue(controller, buffer, byteOffset, byteLength) {
  let copy;
  try {
    copy = sliceOf(buffer, byteOffset, byteOffset + byteLength);
  } catch (reason) {
    errorController(controller, reason);
    throw reason;
  }
  addToQueue(controller[kState], copy, 0, byteLength);
}

function handleQueueDrain(controller) {
  const slots = controller[kState];
  if (slots.total === 0 && slots.closeRequested) {
    clearAlgorithms(slots);
    close(slots.stream);
  } else {
    pullIfNeeded(controller);
  }
}

function fillReadRequestFromQueue(controller, request) {
  const slots = controller[kState];
  const { buffer, byteOffset, byteLength } = slots.queue.shift();
  slots.total -= byteLength;
  handleQueueDrain(controller);
  request.chunk(new Uint8Array(buffer, byteOffset, byteLength));
}

function processReadRequestsUsingQueue(controller) {
  const slots = controller[kState];
  const { requests } = slots.stream[kState].reader[kState];
  while (requests.length > 0 && slots.total > 0) fillReadRequestFromQueue(controller, arrayShift(requests));
}

// Returns whether the descriptor has its minimum.
function fillFromQueue(slots, descriptor) {
  const maxBytes = mathMin(slots.total, descriptor.byteLength - descriptor.filled);
  const maxFilled = descriptor.filled + maxBytes;
  const maxAligned = maxFilled - maxFilled % descriptor.elementSize;
  const ready = maxAligned >= descriptor.minimum;
  let left = ready ? maxAligned - descriptor.filled : maxBytes;
  const into = new Uint8Array(descriptor.buffer);
  while (left > 0) {
    const head = slots.queue[0];
    const count = mathMin(left, head.byteLength);
    into.set(new Uint8Array(head.buffer, head.byteOffset, count), descriptor.byteOffset + descriptor.filled);
    if (head.byteLength === count) {
      slots.queue.shift();
    } else {
      head.byteOffset += count;
      head.byteLength -= count;
    }
    slots.total -= count;
    descriptor.filled += count;
    left -= count;
  }
  return ready;
}

function fillPendingFromQueue(slots) {
  const full = [];
  while (slots.pendingPullIntos.length > 0 && slots.total > 0) {
    if (!fillFromQueue(slots, slots.pendingPullIntos[0])) continue;
    arrayPush(full, arrayShift(slots.pendingPullIntos));
  }
  return full;
}

// ---- descriptors

function viewOf(descriptor) {
  const { View, byteOffset, filled, elementSize } = descriptor;
  return new View(descriptor.buffer.transfer(), byteOffset, filled / elementSize);
}

function commit(slots, descriptor) {
  const done = slots.stream[kState].state === 'closed';
  fulfillReadRequest(slots.stream, viewOf(descriptor), done);
}

function commitAll(slots, descriptors) {
  for (const descriptor of each(descriptors)) commit(slots, descriptor);
}

function enqueueDetachedPullInto(controller, descriptor) {
  const { buffer, byteOffset, filled } = descriptor;
  if (filled > 0) addCopyToQueue(controller, buffer, byteOffset, filled);
  arrayShift(controller[kState].pendingPullIntos);
}

function pullInto(controller, view, min, request) {
  const slots = controller[kState];
  const elementSize = view.BYTES_PER_ELEMENT ?? 1;
  const View = viewClassOf(view);
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
  if (slots.pendingPullIntos.length > 0) {
    arrayPush(slots.pendingPullIntos, descriptor);
    arrayPush(requestsOf(slots.stream), request);
    return;
  }
  if (slots.stream[kState].state === 'closed') {
    request.close(new View(buffer, byteOffset, 0));
    return;
  }
  if (slots.total > 0) {
    if (fillFromQueue(slots, descriptor)) {
      const filled = viewOf(descriptor);
      handleQueueDrain(controller);
      request.chunk(filled);
      return;
    }
    if (slots.closeRequested) {
      const reason = invalidState('ReadableStream closed');
      errorController(controller, reason);
      request.error(reason);
      return;
    }
  }
  arrayPush(slots.pendingPullIntos, descriptor);
  arrayPush(requestsOf(slots.stream), request);
  pullIfNeeded(controller);
}

// ---- enqueue and respond

function enqueue(controller, chunk) {
  const slots = controller[kState];
  const stream = slots.stream[kState];
  if (slots.closeRequested || stream.state !== 'readable') return;
  const { byteOffset, byteLength } = chunk;
  const first = slots.pendingPullIntos[0];
  const buffer = chunk.buffer.transfer();
  if (first !== undefined) {
    if (isDetached(first.buffer)) throw invalidState('Destination ArrayBuffer is detached');
    invalidateRequest(slots);
    first.buffer = first.buffer.transfer();
    if (first.reader === 'none') enqueueDetachedPullInto(controller, first);
  }
  if (hasDefaultReader(stream)) {
    processReadRequestsUsingQueue(controller);
    if (requestsOf(slots.stream).length === 0) {
      addToQueue(slots, buffer, byteOffset, byteLength);
    } else {
      if (slots.pendingPullIntos.length > 0) arrayShift(slots.pendingPullIntos);
      fulfillReadRequest(slots.stream, new Uint8Array(buffer, byteOffset, byteLength), false);
    }
  } else {
    addToQueue(slots, buffer, byteOffset, byteLength);
    if (hasByobReader(stream)) commitAll(slots, fillPendingFromQueue(slots));
  }
  pullIfNeeded(controller);
}

function respond(controller, count) {
  const slots = controller[kState];
  const first = slots.pendingPullIntos[0];
  if (slots.stream[kState].state === 'closed') {
    if (count !== 0) throw new codes.ERR_INVALID_ARG_VALUE('bytesWritten', count);
  } else {
    if (count === 0) throw new codes.ERR_INVALID_ARG_VALUE('bytesWritten', count);
    if (first.filled + count > first.byteLength) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('bytesWritten', count);
  }
  first.buffer = first.buffer.transfer();
  respondInternal(controller, count);
}

function respondWithNewView(controller, view) {
  const slots = controller[kState];
  const first = slots.pendingPullIntos[0];
  const { byteLength, byteOffset, buffer } = view;
  if (slots.stream[kState].state === 'closed') {
    if (byteLength !== 0) throw invalidState('View is not zero-length');
  } else if (byteLength === 0) {
    throw invalidState('View is zero-length');
  }
  if (first.byteOffset + first.filled !== byteOffset || first.bufferLength !== buffer.byteLength ||
      first.filled + byteLength > first.byteLength) {
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError('view', view);
  }
  first.buffer = buffer.transfer();
  respondInternal(controller, byteLength);
}

function respondInternal(controller, count) {
  const slots = controller[kState];
  const first = slots.pendingPullIntos[0];
  invalidateRequest(slots);
  if (slots.stream[kState].state === 'closed') respondInClosedState(slots, first);
  else respondInReadableState(controller, first, count);
  pullIfNeeded(controller);
}

function respondInClosedState(slots, first) {
  if (first.reader === 'none') arrayShift(slots.pendingPullIntos);
  if (!hasByobReader(slots.stream[kState])) return;
  const requestCount = requestsOf(slots.stream).length;
  commitAll(slots, arraySplice(slots.pendingPullIntos, 0, requestCount));
}

function respondInReadableState(controller, first, count) {
  const slots = controller[kState];
  first.filled += count;
  if (first.reader === 'none') {
    enqueueDetachedPullInto(controller, first);
    commitAll(slots, fillPendingFromQueue(slots));
    return;
  }
  if (first.filled < first.minimum) return;
  arrayShift(slots.pendingPullIntos);
  const remainder = first.filled % first.elementSize;
  if (remainder > 0) {
    const end = first.byteOffset + first.filled;
    addCopyToQueue(controller, first.buffer, end - remainder, remainder);
  }
  first.filled -= remainder;
  const full = fillPendingFromQueue(slots);
  commit(slots, first);
  commitAll(slots, full);
}

function invalidateRequest(slots) {
  if (slots.byobRequest === null) return;
  if (isA(slots.byobRequest, 'ReadableStreamBYOBRequest')) {
    slots.byobRequest[kState].controller = undefined;
    slots.byobRequest[kState].view = null;
  }
  slots.byobRequest = null;
}

module.exports = {
  fillReadRequestFromQueue, clearPendingPulls, closeController, desiredSize, enqueue, errorController, clearAlgorithms, isDetached, pullIfNeeded, pullInto,
  resetQueue, respond, respondWithNewView,
};
