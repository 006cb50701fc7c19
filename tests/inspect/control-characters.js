'use strict';
const { stripVTControlCharacters: strip } = require('util');
for (const text of ['plain', '\x1b[31mred\x1b[39m', '\x1b[1;31;42mx\x1b[0m', '\x1b]8;;http://x\x07link\x1b]8;;\x07', '\x1b]0;title\x1b\\after', '\x9b31mc1\x9b0m', '\x1b[2J\x1b[H', '\x1b[?25l', 'a\x1b', '\x1b[', '\x1b]unterminated', '\x1b(B', '\x1b[38:2:1:2:3mcolon', '\x1b[12345m', 'tab\tstays', '\x1b#8', '\x1bM', '\x1b7\x1b8', '\x1b=']) console.log(JSON.stringify(strip(text)));
for (const wrong of [undefined, null, 5, {}, []]) try { strip(wrong); } catch (error) { console.log(error.name, error.code, error.message); }
