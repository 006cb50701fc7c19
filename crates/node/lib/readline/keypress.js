'use strict';
// readline.emitKeypressEvents: emits 'keypress' events for a stream's 'data', as long as there is a listener for them.

const globals = require('globals');
const { each } = require('core/safe/walk');
const { StringDecoder } = require('string_decoder');
const { ESC, charLengthAt, keyParser } = require('readline/keys');
const { kSawKeyPress } = require('readline/members');

// How long to wait after an ESC before it counts as the Escape key, in milliseconds.
const ESCAPE_CODE_TIMEOUT = 500;

const kDecoder = Symbol('keypress-decoder');
const kParser = Symbol('escape-decoder');

function startParser(stream) {
  stream[kParser] = keyParser((text, key) => stream.emit('keypress', text, key));
  stream[kParser].next();
}

function emitKeypressEvents(stream, iface = {}) {
  if (stream[kDecoder]) return;
  stream[kDecoder] = new StringDecoder('utf8');
  startParser(stream);

  let timer;
  const onEscapeTimeout = () => stream[kParser].next('');
  const { escapeCodeTimeout = ESCAPE_CODE_TIMEOUT } = iface;

  function parseText(text) {
    globals.clearTimeout(timer);
    iface[kSawKeyPress] = charLengthAt(text, 0) === text.length;
    // Several characters at once were pasted: a tab among them does not complete, unless it is the last one.
    iface.isCompletionEnabled = false;
    let read = 0;
    for (const character of each(text)) {
      read += character.length;
      const isLast = read === text.length;
      if (isLast) iface.isCompletionEnabled = true;
      try {
        stream[kParser].next(character);
      } catch (error) {
        // A generator that an exception passed through is finished.
        startParser(stream);
        throw error;
      }
      if (isLast && character === ESC) timer = globals.setTimeout(onEscapeTimeout, escapeCodeTimeout);
    }
  }

  function onData(chunk) {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', onData);
      stream.on('newListener', onNewListener);
      return;
    }
    const text = stream[kDecoder].write(chunk);
    if (text) parseText(text);
  }

  function onNewListener(event) {
    if (event !== 'keypress') return;
    stream.on('data', onData);
    stream.removeListener('newListener', onNewListener);
  }

  if (stream.listenerCount('keypress') > 0) stream.on('data', onData);
  else stream.on('newListener', onNewListener);
}

module.exports = { ESCAPE_CODE_TIMEOUT, emitKeypressEvents };
