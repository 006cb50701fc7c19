'use strict';
// The diagnostics channels console.log, console.info, console.debug, console.warn and console.error: each gets the arguments of a call
// before they are formatted. Loaded with the first of these channels.

const { arrayMap, objectFromEntries } = require('core/intrinsics');
const { each } = require('core/safe/walk');

let channels;

function publish(name, args) {
  const channel = channels[name];
  if (channel.hasSubscribers) channel.publish(args);
}

function install() {
  if (channels !== undefined) return;
  channels = {};
  const { channel } = require('diagnostics_channel');
  channels = objectFromEntries(each(arrayMap(['log', 'info', 'debug', 'warn', 'error'], (name) => [name, channel(`console.${name}`)])));
  require('console/global').observe(publish);
  require('console/log').observe(publish);
}

module.exports = { install };
