// Tables on a terminal, with spans, alignment, wide characters and no colour.
const Table = require('cli-table3');

const plain = { head: [], border: [] };
const table = new Table({ head: ['Name', 'Born', 'Note'], colWidths: [10, 8, 14], colAligns: ['left', 'right'], wordWrap: true, style: plain });
table.push(['Ada', 1815, 'first programmer of all'], ['Grace', 1906, '日本語 wide'], [{ colSpan: 2, content: 'both', hAlign: 'center' }, 'x']);
console.log(table.toString());
const cross = new Table({ head: ['', 'top'], style: plain });
cross.push({ left: ['cell'] }, { 'a row': [{ content: 'two\nlines', rowSpan: 1 }] });
console.log(cross.toString());
const bare = new Table({ chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '', top: '', bottom: '', left: '|', right: '|', middle: ' ' }, style: plain });
bare.push(['a', 'b'], ['long text', 'c']);
console.log(bare.toString(), bare.width);
