'use strict';
// The Date header: computed on demand, at most once a second.

const { dateStaticNow } = require('core/intrinsics');

let text = '';
let until = 0;

function httpDate() {
  const now = dateStaticNow();
  if (now >= until || now < until - 1000) {
    text = new Date(now).toUTCString();
    until = now - (now % 1000) + 1000;
  }
  return text;
}

module.exports = { httpDate };
