console.log('first is a module', import.meta.main);
