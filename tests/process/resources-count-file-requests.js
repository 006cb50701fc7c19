const fs = require('fs');
const kinds = () => process.getActiveResourcesInfo().filter((kind) => !/Wrap$/.test(kind)).join();
const lines = [kinds()];
fs.stat('/', () => { lines.push(kinds()); console.log(lines); });
lines.push(kinds());
