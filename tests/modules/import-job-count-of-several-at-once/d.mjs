console.log('d');
