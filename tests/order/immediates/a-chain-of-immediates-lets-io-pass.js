let done = false;
require('fs').readFile(__filename, () => { done = true; });
setImmediate(function again() {
  if (!done) return setImmediate(again);
  console.log('the file was read');
});
