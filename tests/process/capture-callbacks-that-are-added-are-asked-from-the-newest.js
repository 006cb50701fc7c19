process.addUncaughtExceptionCaptureCallback((error) => { console.log('first', error); return error === 1; });
process.addUncaughtExceptionCaptureCallback((error) => { console.log('second', error); return error === 2; });
process.on('uncaughtException', (error) => console.log('listener', error));
for (const error of [1, 2, 3]) setTimeout(() => { throw error; }, error * 4);
