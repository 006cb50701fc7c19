'use strict';

const express = require('express');

const app = express();
app.get('/', (req, res) => { res.send('hello world\n'); });
const server = app.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
