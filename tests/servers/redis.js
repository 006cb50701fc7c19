// Redis through ioredis: commands, pipelines, transactions, bytes, subscriptions.
const Redis = require('ioredis');
const { freePort, newFolder, start } = require('./real_server.js');

async function main() {
  const port = await freePort();
  const folder = newFolder();
  const stop = await start('redis-server', ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder], port, folder);
  const redis = new Redis(port, '127.0.0.1');
  console.log(await redis.set('a', 'ü'), await redis.get('a'), await redis.incrby('n', 41), await redis.incr('n'));
  console.log(await redis.pipeline().hset('h', { x: 1, y: 2 }).hgetall('h').lpush('l', 1, 2, 3).lrange('l', 0, -1).exec());
  console.log(await redis.multi().set('t', 1).incr('t').exec());
  console.log(await redis.getBuffer('a'), (await redis.set('big', 'x'.repeat(1e6)), (await redis.get('big')).length));
  await redis.call('nonsense').catch((error) => console.log(error.name, error.message.slice(0, 24)));
  const listener = redis.duplicate();
  await listener.subscribe('news');
  const heard = new Promise((resolve) => listener.on('message', (channel, text) => resolve([channel, text])));
  await redis.publish('news', 'hello');
  console.log(await heard);
  listener.disconnect();
  console.log(await redis.quit());
  await stop();
  console.log('stopped');
}

main();
