'use strict';

// util.parseEnv: the text of a .env file as an object.
//
// KEY=value lines; `export ` before a key is allowed; values may stand in ', " or ` quotes and
// then span lines; \n is a line break inside double quotes only; # begins a comment outside quotes.

function parseEnv(content) {
  const values = { __proto__: null };
  const text = content.toWellFormed().replace(/\r\n?/g, '\n');
  let at = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const equals = text.indexOf('=', at);
    const first = trim(text.slice(at, lineEnd))[0];
    if (first === undefined || first === '#' || equals === -1 || equals >= lineEnd) {
      at = lineEnd + 1;
      continue;
    }
    let key = trim(text.slice(at, equals));
    if (key.startsWith('export ')) key = trim(key.slice(7));
    if (key === '') {
      at = equals + 1;
      continue;
    }
    const { value, next } = readValue(text, equals + 1, lineEnd);
    values[key] = value;
    at = next;
  }
  // In Node they come out of a sorted table.
  const sorted = { __proto__: null };
  for (const key of Object.keys(values).sort()) sorted[key] = values[key];
  return sorted;
}

// ASCII blanks only: a byte order mark belongs to the key it stands before.
const trim = (text) => text.replace(/^[ \t\n]+|[ \t\n]+$/g, '');

function endOfLine(text, from) {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function readValue(text, from, lineEnd) {
  let start = from;
  // Where only blanks follow on the line, Node goes on with the next one; where nothing does, the value is empty.
  if (start < lineEnd) {
    while (start < text.length && ' \t\n'.includes(text[start])) start++;
    lineEnd = endOfLine(text, start);
  }
  const quote = text[start];
  if (start < lineEnd && (quote === '"' || quote === "'" || quote === '`')) {
    const close = text.indexOf(quote, start + 1);
    if (close !== -1) {
      let value = text.slice(start + 1, close);
      if (quote === '"') value = value.replaceAll('\\n', '\n');
      return { value, next: endOfLine(text, close) + 1 };
    }
  }
  let value = text.slice(start, lineEnd);
  const comment = value.indexOf('#');
  if (comment !== -1) value = value.slice(0, comment);
  return { value: trim(value), next: lineEnd + 1 };
}

module.exports = { parseEnv };
