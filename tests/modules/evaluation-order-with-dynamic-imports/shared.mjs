console.log('shared');
