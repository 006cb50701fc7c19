'use strict';
// 1 MB to a worker and back without a copy.
require('./answered.js').measureAnswers({
  warm: 1_000,
  count: 10_000,
  send(post, turn, buffer = new ArrayBuffer(1 << 20)) { post(buffer, [buffer]); },
  amount: (buffer) => buffer.byteLength,
});
