console.log('before');
throw 1;
