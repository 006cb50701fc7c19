'use strict';
// A disk of one megabyte is written full in every way there is. The suite mounts it and names it in FULL_DISK.
const fs = require('fs');
const path = require('path');

const disk = process.env.FULL_DISK;
const at = (name) => path.join(disk, name);
const data = Buffer.alloc(2 * 1024 * 1024, 'x');
const openNow = () => fs.readdirSync('/proc/self/fd').length;
const kind = (error) => `${error.code} ${error.syscall} ${error.errno} ${error.message.replaceAll(disk, '')}`;

// What was written is on the disk, what was not is no file of some other size.
function left(name) {
  const { size } = fs.statSync(at(name), { throwIfNoEntry: false }) ?? { size: -1 };
  fs.rmSync(at(name), { force: true });
  return size > 0 && size <= 1024 * 1024;
}

async function main() {
  fs.closeSync(fs.openSync(__filename));
  const before = openNow();
  try {
    fs.writeFileSync(at('a'), data);
  } catch (error) {
    console.log('writeFileSync', kind(error), left('a'));
  }
  await new Promise((resolve) => {
    fs.writeFile(at('b'), data, (error) => {
      console.log('writeFile', kind(error), left('b'));
      resolve();
    });
  });
  console.log('promises.writeFile', await fs.promises.writeFile(at('c'), data).catch(kind), left('c'));
  console.log('promises.appendFile', await fs.promises.appendFile(at('c'), data).catch(kind), left('c'));
  console.log('iterable', await fs.promises.writeFile(at('c'), [data, data].values()).catch(kind), left('c'));
  const handle = await fs.promises.open(at('d'), 'w');
  console.log('handle', await handle.writeFile(data).catch(kind));
  await handle.close();
  console.log(left('d'));
  await streamed();
  await copied();
  await inParts();
  console.log('as many descriptors as before', openNow() === before);
}

async function streamed() {
  const events = [];
  const stream = fs.createWriteStream(at('e'));
  for (const name of ['open', 'ready', 'drain', 'finish']) stream.on(name, () => events.push(name));
  stream.on('error', (error) => events.push(kind(error)));
  const closed = new Promise((resolve) => { stream.on('close', resolve); });
  for (let i = 0; i < 32; i++) stream.write(data.subarray(0, 65536), (error) => { if (error) events.push(`write ${error.code}`); });
  stream.end();
  await closed;
  console.log('stream', new Set(events), stream.bytesWritten > 0 && stream.bytesWritten <= 1024 * 1024, left('e'));
}

// A copy that did not fit leaves nothing behind.
async function copied() {
  const source = path.join(require('os').tmpdir(), `disk-full-${process.pid}`);
  fs.writeFileSync(source, data);
  const report = (error) => kind(error).replaceAll(source, 'source');
  for (const way of ['copyFileSync', 'cpSync']) {
    try {
      fs[way](source, at('f'));
    } catch (error) {
      console.log(way, report(error), fs.existsSync(at('f')));
    }
  }
  for (const way of ['copyFile', 'cp']) console.log(way, await fs.promises[way](source, at('f')).catch(report), fs.existsSync(at('f')));
  const { pipeline } = require('stream/promises');
  console.log('pipeline', await pipeline(fs.createReadStream(source), fs.createWriteStream(at('f'))).catch(report), left('f'));
  console.log('flush', await pipeline(fs.createReadStream(source), fs.createWriteStream(at('f'), { flush: true })).catch(report), left('f'));
  fs.rmSync(source);
}

// A write that fits in part says how much of it; the next one fails.
async function inParts() {
  const fd = fs.openSync(at('g'), 'w');
  const again = (write) => { try { return write(); } catch (error) { return kind(error); } };
  console.log(fs.writevSync(fd, [data, data]) < data.length, again(() => fs.writevSync(fd, [data])), again(() => fs.writeSync(fd, data)));
  fs.closeSync(fd);
  fs.truncateSync(at('g'), 0);
  const handle = await fs.promises.open(at('g'), 'w');
  console.log((await handle.write(data)).bytesWritten < data.length, await handle.write(data).catch(kind), await handle.writev([data]).catch(kind));
  await handle.close();
  console.log(left('g'));
}

main();
