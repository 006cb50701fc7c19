// A little load: four requests, two at a time. For more there are wrk and autocannon.
'use strict';

async function ask(count) {
  for (let i = 0; i < count; i++) {
    const response = await fetch('http://127.0.0.1:3000/?password=x');
    await response.text();
  }
}

Promise.all([ask(2), ask(2)]).then(() => console.log('4 responses'));
