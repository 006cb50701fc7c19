'use strict';
// What is sent is a function of who sends it and where in what it sends: a byte that comes to somebody else, twice, late or
// not at all is seen by whoever receives it.

const PERIOD = 65521;

// Numbers by chance, the same for the same seed.
class Random {
  constructor(seed) { this.state = seed >>> 0; }

  below(limit) {
    // Mulberry32.
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  chance(one) { return this.below(one) === 0; }

  // Small ones often, large ones sometimes.
  length(largest) { return this.below(this.below(4) === 0 ? largest : Math.min(largest, 2000)); }

  of(list) { return list[this.below(list.length)]; }
}

const table = Buffer.alloc(PERIOD * 2);
const chance = new Random(17);
for (let index = 0; index < PERIOD; index++) table[index] = table[index + PERIOD] = chance.below(256);

const placeOf = (id, offset) => (id * 40503 + offset) % PERIOD;

// Bytes of `id` from `offset` on, in memory of their own or of the pool of small Buffers.
function bytesOf(id, offset, length) {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const place = placeOf(id, offset + done);
    done += table.copy(bytes, done, place, Math.min(place + PERIOD, place + length - done));
  }
  return bytes;
}

// Undefined, or what is wrong with bytes that should be those of `id`.
function wrongAt(id, offset, bytes) {
  for (let done = 0; done < bytes.length;) {
    const place = placeOf(id, offset + done);
    const count = Math.min(PERIOD, bytes.length - done);
    if (table.compare(bytes, done, done + count, place, place + count) !== 0) {
      let index = done;
      while (bytes[index] === table[place + index - done]) index++;
      return `byte ${offset + index} of ${id} is wrong: ${bytes.subarray(index, index + 24).toString('latin1')}`;
    }
    done += count;
  }
  return undefined;
}

// Receives what `id` sends, in order.
class Receiver {
  constructor(run, id, what) {
    this.run = run;
    this.id = id;
    this.what = what;
    this.offset = 0;
  }

  take(chunk) {
    const wrong = wrongAt(this.id, this.offset, chunk);
    if (wrong !== undefined) this.run.fault(`${this.what}: ${wrong}`);
    this.offset += chunk.length;
    this.run.checked += chunk.length;
  }

  end(length) {
    if (this.offset !== length) this.run.fault(`${this.what}: ${this.offset} bytes of ${this.id} came, ${length} were sent`);
  }
}

module.exports = { Random, Receiver, bytesOf, wrongAt };
