console.log('required');
