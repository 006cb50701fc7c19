'use strict';
const diagnostics = require('diagnostics_channel');

let seen = 0;
const subscriber = () => { seen++; };
const silent = diagnostics.channel('calls:silent');
const heard = diagnostics.channel('calls:heard');
heard.subscribe(subscriber);
const tracing = diagnostics.tracingChannel?.('calls');
const message = { id: 1 };

exports.calls = {
  channel: () => diagnostics.channel('calls:heard'),
  'hasSubscribers of a name': () => diagnostics.hasSubscribers('calls:heard'),
  'channel.hasSubscribers': (turn) => (turn & 1 ? silent : heard).hasSubscribers,
  'publish to nobody': () => silent.publish(message),
  'publish to one': () => heard.publish(message),
  'subscribe and unsubscribe': () => {
    const listener = () => {};
    diagnostics.subscribe('calls:silent', listener);
    return diagnostics.unsubscribe('calls:silent', listener);
  },
  'traceSync that nobody follows': (turn) => tracing.traceSync((value) => value, message, null, turn),
};
