const fs = require('fs');
const path = require('path');
const file = path.join(process.env.TMPDIR || '/tmp', `hexloop-order-${process.pid}.txt`);
fs.writeFile(file, 'first', () => {
  console.log('written');
  fs.readFile(file, 'utf8', (error, text) => {
    console.log('read', text);
    fs.writeFileSync(file, '');
    console.log('emptied', fs.readFileSync(file, 'utf8').length);
  });
});
console.log('script');
