'use strict';
// Prints the error that a function throws, numbered: for the programs that provoke the engine's messages.
let number = 0;

module.exports = function check(run) {
  number++;
  try {
    run();
    console.log(number, 'no error');
  } catch (error) {
    console.log(number, `${error.name}: ${error.message}`);
  }
};
