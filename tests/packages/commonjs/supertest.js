// Requests to an Express app that listens nowhere yet, with the usual middleware.
const compression = require('compression');
const express = require('express');
const session = require('express-session');
const morgan = require('morgan');
const multer = require('multer');
const request = require('supertest');

const app = express();
app.use(morgan(':method :url :status', { stream: { write: (line) => console.log('log:', line.trim()) } }));
app.use(compression({ threshold: 0 }));
app.use(session({ secret: 'x', resave: false, saveUninitialized: true }));
app.use(express.json());
app.get('/', (req, res) => { req.session.count = (req.session.count ?? 0) + 1; res.send(`visit ${req.session.count}`); });
app.post('/echo', (req, res) => res.status(201).json(req.body));
app.post('/files', multer().array('file'), (req, res) => res.json(req.files.map(({ originalname, size }) => [originalname, size])));

async function main() {
  const agent = request.agent(app);
  console.log((await agent.get('/').expect(200).expect('content-encoding', 'gzip')).text);
  console.log((await agent.get('/')).text);
  console.log((await request(app).post('/echo').send({ a: [1] }).expect('content-type', /json/)).body);
  console.log((await request(app).post('/files').attach('file', Buffer.from('hello'), 'a.txt').attach('file', Buffer.alloc(9), 'b.bin')).body);
  await request(app).get('/none').expect(200).catch((error) => console.log(error.message));
}

main();
