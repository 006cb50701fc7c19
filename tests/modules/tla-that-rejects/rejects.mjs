console.log('before');
await Promise.reject(new Error('rejected'));
