console.log('lib');
