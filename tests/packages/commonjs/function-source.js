'use strict';
// Function.prototype.toString returns the source as it was written, whatever the runtime did to it.
const { report } = require('../fixtures/function_sources.js');
let count = 0;
for (const name of [
  '@hapi/hapi', 'acorn', 'ajv', 'async', 'axios', 'bluebird', 'cheerio', 'commander', 'compression', 'express', 'express-session',
  'fast-glob', 'fastify', 'graphql', 'handlebars', 'joi', 'jsdom', 'knex', 'koa', 'lodash', 'luxon', 'mobx', 'moment', 'multer',
  'nunjucks', 'pino', 'postcss', 'pug', 'ramda', 'react-dom/server', 'rxjs', 'semver', 'socket.io', 'superagent',
  'terser', 'uglify-js', 'validator', 'vue', 'winston', 'workerpool', 'ws', 'yaml', 'yup', 'zod',
]) count += report(name, require(name));
console.log(count);
process.exit();
