'use strict';
// The two lines that every program prints: the result, equal everywhere, and the time.

exports.report = (result, unit, value) => {
  console.log(`result ${result}`);
  console.log(`${unit} ${value}`);
};

exports.now = () => Number(process.hrtime.bigint());

exports.median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
