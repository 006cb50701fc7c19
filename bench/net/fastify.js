'use strict';

const app = require('fastify')();

app.get('/', (request, reply) => { reply.send('hello world\n'); });
app.listen({ port: 0, host: '127.0.0.1' }).then(() => console.log(`port ${app.server.address().port}`));
