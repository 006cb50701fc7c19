// Environment files parsed and loaded, existing variables kept unless `override` is set.
const dotenv = require('dotenv');
const path = require('path');

process.env.ALREADY = 'kept';
const file = path.join(__dirname, '../fixtures/dotenv/.env');
const result = dotenv.config({ path: file, quiet: true });
console.log(result.parsed, process.env.ALREADY, process.env.MULTI);
dotenv.config({ path: file, override: true, quiet: true });
console.log(process.env.ALREADY, process.env.HASH);
console.log(dotenv.parse(Buffer.from('A=1\nexport B="two # words" # comment\nC=\'$A\'\nEMPTY=\n bad line\nD: yaml')));
const missing = dotenv.config({ path: '/nowhere/.env', quiet: true });
console.log(missing.error.code, Object.keys(missing.parsed ?? {}));
const own = {};
dotenv.populate(own, { X: 'y' });
console.log(own);
