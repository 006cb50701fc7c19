'use strict';
// What reaches into the handle may give the same memory twice. What comes out is its own business; the process goes on.
const zlib = require('zlib');
const stream = zlib.createDeflate();
const bytes = Buffer.from(new ArrayBuffer(2000));
stream._handle.writeSync(zlib.constants.Z_FINISH, bytes, 0, 1000, bytes, 0, 1000);
console.log('done', bytes.length);
stream.close();
