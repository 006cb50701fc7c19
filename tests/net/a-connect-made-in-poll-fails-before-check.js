'use strict';
// What an I/O callback defers is reported when poll is over, not in the next turn's pending phase: before its immediates.
const fs = require('fs');
const net = require('net');

fs.readFile(__filename, () => {
  setImmediate(() => {
    console.log('immediate');
    setImmediate(() => console.log('immediate of the next turn'));
  });
  net.connect('/nowhere/at/all').on('error', (error) => console.log('error', error.code)).on('close', () => console.log('close'));
});
