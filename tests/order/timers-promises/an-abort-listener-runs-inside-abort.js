const controller = new AbortController();
controller.signal.addEventListener('abort', () => console.log('listener'));
controller.signal.onabort = () => console.log('onabort');
console.log('before');
controller.abort();
controller.abort();
console.log('after');
