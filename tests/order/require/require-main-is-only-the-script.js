console.log(require.main === module);
require('./parts/asks-for-main.js');
