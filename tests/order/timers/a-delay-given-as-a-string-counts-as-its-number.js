setTimeout(() => console.log('text 1'), '1');
setTimeout(() => console.log('number 1'), 1);
setTimeout(() => console.log('text 40'), '40');
setTimeout(() => console.log('empty text'), '');
setTimeout(() => console.log('true'), true);
setTimeout(() => console.log('null'), null);
