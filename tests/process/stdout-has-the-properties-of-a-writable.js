const { stdout } = process;
for (const name of ['writable', 'writableLength', 'writableHighWaterMark', 'writableCorked', 'writableEnded', 'writableFinished',
  'writableNeedDrain', 'writableObjectMode', 'destroyed', 'closed', 'errored', 'fd', 'isTTY', 'columns', 'rows', '_isStdio']) {
  console.log(name, stdout[name]);
}
console.log(process.stdout === stdout, stdout instanceof require('events'), typeof stdout._writableState);
