import 'node:fs';
const path = require('path');
