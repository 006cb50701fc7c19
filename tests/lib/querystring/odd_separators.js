'use strict';
// parse() and stringify() with separators that are empty, or no strings.
const qs = require('querystring');

for (const s of ['a','a=b&c=d','ab','']) for (const sep of [[],'',null,'&','&&',0,undefined,['&'],{}]) for (const eq of [[],'',null,'=','==',undefined]) console.log(JSON.stringify([s,String(sep),String(eq)]),JSON.stringify(qs.parse(s,sep,eq)));
for (const sep of [[],'',0,'&&']) for (const eq of [[],'',0,'==']) console.log(qs.stringify({a:1,b:[2,3]},sep,eq));
