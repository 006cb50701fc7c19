const fs = require('fs');
try {
  fs.readFile(__filename);
} catch (error) {
  console.log('readFile', error.code);
}
try {
  fs.stat(12, () => console.log('never'));
} catch (error) {
  console.log('stat', error.code);
}
