setTimeout(() => console.log('unreferenced'), 5).unref();
setTimeout(() => console.log('referenced'), 40);
