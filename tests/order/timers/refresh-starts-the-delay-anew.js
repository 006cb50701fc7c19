const refreshed = setTimeout(() => console.log('refreshed'), 40);
setTimeout(() => refreshed.refresh(), 20);
setTimeout(() => console.log('between'), 50);
