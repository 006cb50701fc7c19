console.log('main', shared, import.meta.main);
