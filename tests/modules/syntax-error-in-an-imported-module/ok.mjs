console.log('nor this');
