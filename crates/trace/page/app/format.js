// Formats times, counts and places.

const UNITS = [
  ['h', 3600e9],
  ['min', 60e9],
  ['s', 1e9],
  ['ms', 1e6],
  ['µs', 1e3],
  ['ns', 1],
];

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function count(n, one, many = `${one}s`) {
  const number = plain.format(n);
  return one === undefined ? number : `${number} ${n === 1 ? one : many}`;
}

/** A duration with three significant digits: "12.3 ms". */
export function duration(ns) {
  if (ns < 0) return `−${duration(-ns)}`;
  if (ns === 0) return '0 ns';
  if (ns >= 60e9) return longDuration(ns);
  const [unit, size] = UNITS.find(([, each]) => ns >= each) ?? UNITS.at(-1);
  const value = ns / size;
  const digits = unit === 'ns' ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${Number(value.toFixed(digits))} ${unit}`;
}

function longDuration(ns) {
  const hours = Math.floor(ns / 3600e9);
  const minutes = Math.floor((ns % 3600e9) / 60e9);
  const seconds = Math.floor((ns % 60e9) / 1e9);
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds} s`;
}

/** A time of the recording, with a precision of `step` nanoseconds: "1 204.35 ms". */
export function moment(ns, step = 1e3) {
  const [unit, size] = ns >= 100e9 || step >= 1e9 ? ['s', 1e9] : ['ms', 1e6];
  const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9)));
  return `${(ns / size).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}

export function percent(part) {
  return part > 0 && part < 0.001 ? '<0.1 %' : `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;
}

export function bytes(n) {
  if (n < 1024) return `${n} B`;
  return n < 1 << 20 ? `${(n / 1024).toFixed(0)} KB` : `${(n / (1 << 20)).toFixed(1)} MB`;
}

export function shorten(text, length) {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Shortens a path, keeping its end. */
export function shortenPath(path, length) {
  return path.length <= length ? path : `…${path.slice(path.length - length + 1)}`;
}
