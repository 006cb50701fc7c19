const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.code, error.message); } };
attempt(() => process.hasUncaughtExceptionCaptureCallback());
attempt(() => process.setUncaughtExceptionCaptureCallback(1));
attempt(() => process.setUncaughtExceptionCaptureCallback((error) => console.log('captured', error)));
attempt(() => process.setUncaughtExceptionCaptureCallback(() => {}));
attempt(() => process.hasUncaughtExceptionCaptureCallback());
process.on('uncaughtException', (error) => console.log('listener', error));
setTimeout(() => { throw 1; }, 1);
setTimeout(() => {
  process.setUncaughtExceptionCaptureCallback(null);
  throw 2;
}, 5);
