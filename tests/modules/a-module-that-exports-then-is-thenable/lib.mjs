export function then(resolve) { console.log('then called', arguments.length); resolve('value'); }
