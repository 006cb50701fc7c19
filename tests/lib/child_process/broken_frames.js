'use strict';
// What a peer writes into the channel that is no message: torn, empty, wrong, too large.
const { spawn } = require('child_process');

function listen(name, serialization, script) {
  return new Promise((resolve) => {
    const said = [];
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (error) => said.push(`uncaught ${error.name} ${error.code}`));
    const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization });
    child.on('message', (message) => said.push(`message ${JSON.stringify(message)}`));
    child.on('internalMessage', (message) => said.push(`internal ${JSON.stringify(message)}`));
    child.on('error', (error) => said.push(`error ${error.code}`));
    // Which of the two comes first is up to the system.
    let left = 2;
    const end = () => {
      if (--left > 0) return;
      console.log(name, said, child.exitCode, child.connected);
      resolve();
    };
    child.on('disconnect', end).on('close', end);
  });
}

(async () => {
  await listen('whole', 'json', `printf '{"a":1}\\n' >&3`);
  await listen('torn', 'json', `printf '{"a":' >&3; sleep 0.05; printf '1}\\n' >&3`);
  await listen('never whole', 'json', `printf '{"a":1' >&3`);
  await listen('empty lines', 'json', `printf '\\n\\n{"a":1}\\n' >&3`);
  await listen('no JSON', 'json', `printf 'garbage\\n' >&3`);
  await listen('no JSON, then some', 'json', `printf 'garbage\\n{"a":1}\\n' >&3; sleep 0.1; printf '{"b":2}\\n' >&3`);
  await listen('bytes', 'json', `printf '\\377\\376\\000\\n' >&3`);
  await listen('null', 'json', `printf 'null\\n5\\n"x"\\n' >&3`);
  await listen('unknown command', 'json', `printf '{"cmd":"NODE_NOBODY_KNOWS"}\\n' >&3`);
  await listen('handle that is none', 'json', `printf '{"cmd":"NODE_HANDLE","type":"net.Socket","msg":1}\\n' >&3; sleep 0.1; printf '{"b":2}\\n' >&3`);
  await listen('advanced: torn length', 'advanced', `printf '\\000\\000' >&3`);
  await listen('advanced: shorter than said', 'advanced', `printf '\\000\\000\\000\\100abc' >&3`);
  await listen('advanced: huge', 'advanced', `printf '\\377\\377\\377\\377abc' >&3`);
  await listen('advanced: no message', 'advanced', `printf '\\000\\000\\000\\003abc' >&3`);
  await listen('advanced: empty', 'advanced', `printf '\\000\\000\\000\\000' >&3`);
})();
