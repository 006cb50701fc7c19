// A table of the trace: named columns of one length.
//
// A finished trace arrives at once, a live one in parts, so a column is a typed array with spare capacity at
// its end. A million rows take 8 MB per column this way, and reading a value is one load.

const TIMES = new Set(['queued', 'due', 'began', 'ended', 'cancelled', 'at', 'took', 'made', 'closed', 'limit', 'id', 'parent', 'resource', 'bytes']);

const TEXTS = new Set(['text', 'message', 'handles.kind', 'places.name']);

function emptyColumn(table, name) {
  if (TEXTS.has(name) || TEXTS.has(`${table}.${name}`)) return [];
  // Nanoseconds of a day need 47 bits; everything else is an index.
  return TIMES.has(name) ? new Float64Array(16) : new Int32Array(16);
}

export class Table {
  constructor(name, columns) {
    this.name = name;
    this.length = 0;
    this.columns = columns;
    for (const column of columns) this[column] = emptyColumn(name, column);
  }

  /** Appends the rows of a plain object of arrays. A missing column is absent (-1) in all of them. */
  append(rows) {
    const added = this.columns.reduce((most, name) => Math.max(most, rows?.[name]?.length ?? 0), 0);
    if (added === 0) return 0;
    const length = this.length + added;
    for (const name of this.columns) {
      const values = rows[name] ?? [];
      if (Array.isArray(this[name])) {
        for (let i = 0; i < added; i++) this[name].push(values[i] ?? '');
        continue;
      }
      const column = withCapacity(this[name], length);
      for (let i = 0; i < added; i++) column[this.length + i] = values[i] ?? -1;
      this[name] = column;
    }
    this.length = length;
    return added;
  }
}

/** The same column, or a longer copy of it. It grows by half, so appending stays cheap. */
export function withCapacity(column, length) {
  if (column.length >= length) return column;
  const longer = new column.constructor(Math.max(length, Math.ceil(column.length * 1.5)));
  longer.set(column);
  return longer;
}
