// All globals are deleted, then modules are loaded that use each other's.
const { console, process } = globalThis;
const load = require;
for (const key of Reflect.ownKeys(globalThis)) {
  try {
    delete globalThis[key];
  } catch {
    // Some stay.
  }
}
const util = load('util');
const zlib = load('zlib');
const url = load('url');
const steps = [
  async () => console.log(util.inspect({ a: [1, new (class A {})()] }), new url.URL('http://a/?b=c').searchParams.get('b')),
  async () => console.log(zlib.gunzipSync(zlib.gzipSync('zipped')).toString(), load('crypto').createHash('sha256').update('a').digest('hex').slice(0, 8)),
  async () => console.log(load('vm').runInNewContext('[1, 2].map((x) => x + 1).join()')),
  async () => {
    const { Worker } = load('worker_threads');
    const worker = new Worker('require("worker_threads").parentPort.postMessage({ a: new Map([[1, 2]]), bytes: new Float64Array(2) })', { eval: true });
    console.log((await load('events').once(worker, 'message'))[0]);
  },
  async () => console.log((await util.promisify(load('child_process').exec)('echo from a child')).stdout),
  async () => console.log((await load('fs').promises.readFile(__filename)).length > 10),
  async () => {
    const { ReadableStream, WritableStream } = load('stream/web');
    const stream = new ReadableStream({ start(controller) { controller.enqueue('chunk'); controller.close(); } });
    await stream.pipeTo(new WritableStream({ write(chunk) { console.log(chunk); } }));
  },
  async () => {
    const http = load('http');
    const server = http.createServer((request, response) => response.end('answer')).listen(0, '127.0.0.1');
    await load('events').once(server, 'listening');
    const [response] = await load('events').once(http.get({ host: '127.0.0.1', port: server.address().port, agent: false }), 'response');
    console.log(await load('stream/consumers').text(response));
    server.close();
  },
  async () => {
    const { createInterface } = load('readline');
    for await (const line of createInterface({ input: load('stream').Readable.from(['one\ntwo']) })) console.log(line);
  },
  async () => console.log(load('v8').deserialize(load('v8').serialize({ list: [1] })), load('querystring').parse('a=%20b').a, load('path').relative('/a', '/b')),
  async () => { await load('timers/promises').setTimeout(1); console.log('timer'); },
];
(async () => { for (let i = 0; i < steps.length; i++) await steps[i](); })();
process.on('exit', () => console.log('exit'));
