console.log('dep');
