console.log('second', shared);
