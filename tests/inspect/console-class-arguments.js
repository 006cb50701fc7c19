'use strict';
const { Console } = require('console');
const stream = { write() {}, on() {}, once() {}, removeListener() {}, listenerCount() { return 0; } };
for (const args of [[], [{}], [{ stdout: {} }], [{ stdout: stream, stderr: {} }], [stream, {}], [{ stdout: stream, colorMode: 'x' }], [{ stdout: stream, colorMode: null }], [{ stdout: stream, groupIndentation: 'x' }], [{ stdout: stream, groupIndentation: -1 }], [{ stdout: stream, groupIndentation: 1001 }], [{ stdout: stream, groupIndentation: 1.5 }], [{ stdout: stream, inspectOptions: 1 }], [{ stdout: stream, inspectOptions: null }], [{ stdout: stream, inspectOptions: { colors: true }, colorMode: true }], [{ stdout: stream, inspectOptions: { colors: true }, colorMode: 'auto' }]]) {
  try { new Console(...args); console.log('accepted'); } catch (error) { console.log(error.name, error.code, error.message); }
}
const failing = { write() { throw new Error('write failed'); }, on() {}, once() {}, removeListener() {}, listenerCount() { return 0; } };
new Console(failing).log('swallowed');
try { new Console({ stdout: failing, ignoreErrors: false }).log('not swallowed'); } catch (error) { console.log(error.message); }
