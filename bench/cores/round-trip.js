'use strict';
// A small object to a worker and back.
require('./answered.js').measureAnswers({
  warm: 2_000,
  count: 20_000,
  send(post, turn) { post({ id: turn, name: 'small', tags: ['a', 'b'], at: { x: 1, y: 2 } }); },
  amount: (message) => message.id,
});
