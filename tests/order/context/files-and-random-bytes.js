const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const fs = require('node:fs');
const crypto = require('node:crypto');
als.run('stat', () => fs.stat(__filename, (error, s) => {
  say(s.isFile());
  als.run('read', () => fs.readFile(__filename, 'utf8', (error, text) => {
    say(text.length > 10);
    als.run('missing', () => fs.readFile('/nowhere', (error) => {
      say(error.code);
      als.run('promise', async () => {
        await fs.promises.readFile(__filename); say('promise');
        try { await fs.promises.readFile('/nowhere'); } catch (e) { say(e.code); }
        crypto.randomBytes(4, (error, bytes) => { say(bytes.length); process.nextTick(() => say('tick')); });
      });
    }));
  }));
}));
