'use strict';
const crypto = require('crypto');
const { promisify } = require('util');
const { Readable } = require('stream');
const { pipeline } = require('stream/promises');
const { eight } = require('./fixtures/eight.js');

const short = eight((index) => `hello ${index}`);
const bytes = eight((index) => Buffer.alloc(1024, index));
const large = eight((index) => Buffer.alloc(65536, index));
const keys = eight((index) => Buffer.alloc(32, index));
const same = eight((index) => Buffer.alloc(32, index));
const iv = Buffer.alloc(16, 1);
const buffer = Buffer.alloc(64);
const words = new Uint32Array(4);
const begun = crypto.createHash('sha256').update('common prefix');

const hashes = {
  'md5 of a short text': (turn) => crypto.createHash('md5').update(short[turn & 7]).digest('hex'),
  'sha1 of a short text': (turn) => crypto.createHash('sha1').update(short[turn & 7]).digest('hex'),
  'sha256 of a short text': (turn) => crypto.createHash('sha256').update(short[turn & 7]).digest('hex'),
  'sha512 of a short text': (turn) => crypto.createHash('sha512').update(short[turn & 7]).digest('hex'),
  'sha3-256 of a short text': (turn) => crypto.createHash('sha3-256').update(short[turn & 7]).digest('hex'),
  'sha256 of 1 KB': (turn) => crypto.createHash('sha256').update(bytes[turn & 7]).digest('hex'),
  'sha256 of 64 KB': (turn) => crypto.createHash('sha256').update(large[turn & 7]).digest('hex'),
  'sha256 to a Buffer': (turn) => crypto.createHash('sha256').update(short[turn & 7]).digest(),
  'sha256 to base64': (turn) => crypto.createHash('sha256').update(short[turn & 7]).digest('base64'),
  'sha256 of four pieces': (turn) => {
    const hash = crypto.createHash('sha256');
    for (let piece = 0; piece < 4; piece++) hash.update(short[(turn + piece) & 7]);
    return hash.digest('hex');
  },
  'copy of a hash': (turn) => begun.copy().update(short[turn & 7]).digest('hex'),
  'crypto.hash sha1': (turn) => crypto.hash('sha1', short[turn & 7]),
  'crypto.hash sha256 of 1 KB': (turn) => crypto.hash('sha256', bytes[turn & 7]),
  'hmac sha256 of a short text': (turn) => crypto.createHmac('sha256', keys[turn & 7]).update(short[turn & 7]).digest('hex'),
  'hmac sha256 of 1 KB': (turn) => crypto.createHmac('sha256', 'key').update(bytes[turn & 7]).digest('base64'),
  'hmac sha1 of a short text': (turn) => crypto.createHmac('sha1', 'key').update(short[turn & 7]).digest('hex'),
  getHashes: () => crypto.getHashes(),
};

const random = {
  'randomBytes(16)': () => crypto.randomBytes(16),
  'randomBytes(16) to hex': () => crypto.randomBytes(16).toString('hex'),
  'randomBytes(1024)': () => crypto.randomBytes(1024),
  randomUUID: () => crypto.randomUUID(),
  'randomInt(100)': () => crypto.randomInt(100),
  randomFillSync: () => crypto.randomFillSync(buffer),
  getRandomValues: () => crypto.getRandomValues(words),
  timingSafeEqual: (turn) => crypto.timingSafeEqual(keys[turn & 7], same[turn & 7]),
};

const derived = {
  'pbkdf2Sync, 100 rounds': (turn) => crypto.pbkdf2Sync(short[turn & 7], 'salt', 100, 32, 'sha256'),
  'scryptSync, N 16': (turn) => crypto.scryptSync(short[turn & 7], 'salt', 32, { N: 16 }),
  hkdfSync: (turn) => crypto.hkdfSync('sha256', keys[turn & 7], 'salt', 'info', 32),
  'aes-256-cbc of 1 KB': (turn) => {
    const cipher = crypto.createCipheriv('aes-256-cbc', keys[turn & 7], iv);
    return Buffer.concat([cipher.update(bytes[turn & 7]), cipher.final()]);
  },
  'aes-256-gcm of 1 KB': (turn) => {
    const cipher = crypto.createCipheriv('aes-256-gcm', keys[turn & 7], iv.subarray(0, 12));
    return Buffer.concat([cipher.update(bytes[turn & 7]), cipher.final(), cipher.getAuthTag()]);
  },
};

exports.calls = { ...hashes, ...random, ...derived };

const randomBytes = promisify(crypto.randomBytes);
const pbkdf2 = promisify(crypto.pbkdf2);
const scrypt = crypto.scrypt && promisify(crypto.scrypt);

exports.operations = {
  'randomBytes(32)': () => randomBytes(32),
  'pbkdf2, 1,000 rounds': () => pbkdf2('password', 'salt', 1000, 32, 'sha256'),
  '8 pbkdf2 at once': () => Promise.all(short.map((text) => pbkdf2(text, 'salt', 1000, 32, 'sha256'))),
  'scrypt, N 1024': () => scrypt('password', 'salt', 32, { N: 1024 }),
  'sha256 of a stream of 1 MB': async () => {
    const hash = crypto.createHash('sha256');
    await pipeline(Readable.from(Array.from({ length: 16 }, () => large[0])), hash);
    return hash.digest('hex');
  },
  'subtle.digest of 1 KB': (turn) => crypto.subtle.digest('SHA-256', bytes[turn & 7]),
};
