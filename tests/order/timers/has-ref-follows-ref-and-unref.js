const timer = setTimeout(() => {}, 1);
console.log(timer.hasRef(), timer.unref().hasRef(), timer.ref().hasRef());
const immediate = setImmediate(() => {});
console.log(immediate.hasRef(), immediate.unref().hasRef(), immediate.ref().hasRef());
