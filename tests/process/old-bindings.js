'use strict';
const attempt = (act) => {
  try {
    return act();
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};
console.log(Object.entries(process.binding('util')).every(([name, test]) => test === require('util').types[name]));
console.log(Object.keys(process.binding('util')).length, process.binding('uv').errname(-2), process.binding('uv').UV_EPERM);
console.log(process.binding('constants').fs.O_RDONLY, process.binding('constants').os.signals.SIGINT);
console.log(attempt(() => process.binding('nothing')));
console.log(attempt(() => process._linkedBinding('nothing')));
console.log(attempt(() => process.dlopen()));
