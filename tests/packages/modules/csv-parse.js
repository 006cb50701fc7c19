// Comma-separated values: at once, by callback, as a stream, with types and errors.
import { parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { Readable } from 'node:stream';

const text = '\ufeffid,name,note\n1,"Ada, L.","said ""hi"""\n2,Grace,"two\nlines"\n';
console.log(parseSync(text, { columns: true, bom: true, cast: (value, { column }) => (column === 'id' ? Number(value) : value) }));
console.log(parseSync('a;b\n#skip\nc;d', { delimiter: ';', comment: '#' }), parseSync('x | y', { delimiter: '|', trim: true, info: true })[0].record);
parse('1,2\n3,4', { cast: true }, (error, rows) => console.log('callback', error, rows));
const rows = [];
const parser = Readable.from([text.slice(0, 20), text.slice(20)]).pipe(parse({ columns: ['a', 'b', 'c'], from_line: 2, bom: true }));
for await (const row of parser) rows.push(row.b);
console.log(rows, parser.info.records);
try {
  parseSync('a,b\n1,2,3');
} catch (error) {
  console.log(error.code, error.message);
}
