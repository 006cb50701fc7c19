let turns = 0;
setInterval(() => { turns += 1; }, 2).unref();
setTimeout(() => console.log('done', turns > 0), 40);
process.on('exit', () => console.log('exit'));
