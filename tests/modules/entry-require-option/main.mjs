console.log('main', shared);
