for (const file of ['./awaits.mjs', './above.mjs', './awaits.mjs']) {
  try { require(file); } catch (e) { console.log(e.code, e.name, e.message.replaceAll(__dirname, '<here>')); }
}
import('./above.mjs').then((ns) => {
  console.log('imported', ns.default);
  try { console.log(require('./above.mjs')); } catch (e) { console.log(e.code); }
});
