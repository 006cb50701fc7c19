// A code as text, as SVG and as a picture that is read back (pngjs, which works zlib by hand).
const { PNG } = require('pngjs');
const qrcode = require('qrcode');

async function main() {
  console.log(await qrcode.toString('hello', { type: 'utf8' }));
  console.log((await qrcode.toString('hello', { type: 'svg' })).length);
  const picture = await qrcode.toBuffer('hello', { scale: 1 });
  const { width, height, data } = PNG.sync.read(picture);
  console.log(width, height, data.reduce((sum, byte) => sum + byte));
  new PNG().parse(picture, (error, png) => console.log(error, png.data.equals(data)));
}

main();
