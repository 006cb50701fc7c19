// A large file takes several trips to the pool, one turn each: the first immediate cannot lose.
const fs = require('fs');
const file = require('path').join(process.env.TMPDIR || '/tmp', `hexloop-order-large-${process.pid}`);
fs.writeFileSync(file, 'x'.repeat(3 << 20));
fs.readFile(file, (error, data) => console.log('io', data.length));
setImmediate(() => console.log('immediate'));
