const path = require('path');
console.log('commonjs', typeof path.join, this === module.exports);
