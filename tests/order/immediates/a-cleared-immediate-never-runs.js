const immediate = setImmediate(() => console.log('never'));
setImmediate(() => console.log('other'));
clearImmediate(immediate);
clearImmediate(immediate);
