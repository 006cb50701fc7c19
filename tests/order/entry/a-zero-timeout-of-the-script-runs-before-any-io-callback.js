// node: may-differ
require('fs').stat(__filename, () => console.log('io'));
setTimeout(() => console.log('timeout'), 0);
