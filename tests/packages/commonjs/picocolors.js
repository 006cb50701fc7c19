// Colours, on and off.
const pc = require('picocolors');

const on = pc.createColors(true);
const off = pc.createColors(false);
console.log(JSON.stringify([on.red('red'), on.bold(on.blue(`in ${on.green('green')} blue`)), on.bgYellow(1), on.dim(null)]));
console.log(off.red('plain'), off.underline('too'), off.isColorSupported);
console.log(pc.isColorSupported, pc.cyan('not a terminal'), Object.keys(pc).length);
