'use strict';
// A surrogate is combined with whatever code unit follows it; only one at the end is refused.

const { escape, stringify } = require('querystring');

for (const text of ['\ud801test', '\ud801', 'a\udc00b', '\ud801\u00e9x', '\ud801\ud801', 'x\ud801']) {
  for (const act of [escape, (value) => stringify({ key: value })]) {
    try {
      console.log(act(text));
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
}
