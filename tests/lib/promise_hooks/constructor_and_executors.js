'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

log('start');
new Promise((resolve) => { log('executor'); resolve(1); log('resolved'); });
new Promise((resolve, reject) => { reject(new Error('no')); }).catch(() => log('caught'));
new Promise(() => { throw new Error('thrown'); }).catch(() => log('caught thrown'));
new Promise((resolve) => { resolve(new Promise((settle) => settle(5))); }).then((value) => log('value', value));
new Promise((resolve) => { resolve(1); resolve(2); });
log('end');
