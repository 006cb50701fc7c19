'use strict';
// In which order lookup() answers unless it is told: as the system's resolver does, or as the command line says.

const FLAG = '--dns-result-order';

function initialOrder() {
  const { execArgv } = require('process');
  const at = execArgv.findLastIndex((argument) => argument === FLAG || argument.startsWith(`${FLAG}=`));
  if (at === -1) return 'verbatim';
  return execArgv[at] === FLAG ? execArgv[at + 1] : execArgv[at].slice(FLAG.length + 1);
}

module.exports = { initialOrder };
