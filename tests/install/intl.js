'use strict';
// Everything in which JavaScript reads ICU's data, in 145 languages, as one checksum: printed with how many answers it is of. run.sh
// compares that of a bundle, whose data is cut (packaging/icu_data.py), with that of the same engine and all of ICU's data.

const hash = require('crypto').createHash('sha256');
let count = 0;
function add(answer) {
  hash.update(`${answer}\0`);
  count++;
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
const languages = alphabet.flatMap((first) => alphabet.map((second) => first + second))
  .filter((name) => Intl.DateTimeFormat.supportedLocalesOf(name).length > 0);
const calendars = ['gregory', 'hebrew', 'chinese', 'islamic-umalqura', 'japanese', 'persian', 'buddhist', 'dangi', 'ethiopic'];
const words = ['z', 'ä', 'a', 'ö', 'o', 'Å', 'ch', 'c', 'd', 'ñ', 'n', 'i', 'ı', '한', '가', '字', '中'];

for (const name of [...languages, 'zh-Hant', 'sr-Latn', 'de-CH', 'es-419', 'pt-PT', 'en-GB', 'fr-CA']) {
  add(new Intl.NumberFormat(name, { style: 'currency', currency: 'JPY', currencyDisplay: 'name' }).format(1234567.891));
  add(new Intl.NumberFormat(name, { notation: 'compact', compactDisplay: 'long' }).format(1.5e6));
  add(new Intl.NumberFormat(name, { style: 'unit', unit: 'kilometer-per-hour', unitDisplay: 'long' }).format(3));
  for (const calendar of calendars) {
    add(new Intl.DateTimeFormat(name, { calendar, dateStyle: 'full', timeStyle: 'full', timeZone: 'America/New_York' }).format(1e12));
  }
  add(new Intl.RelativeTimeFormat(name, { numeric: 'auto' }).format(-1, 'day'));
  add(new Intl.PluralRules(name, { type: 'ordinal' }).select(3));
  add(new Intl.ListFormat(name).format(['a', 'b', 'c']));
  for (const [type, code] of [['region', 'DE'], ['language', 'ja'], ['script', 'Latn'], ['currency', 'EUR']]) {
    add(new Intl.DisplayNames(name, { type }).of(code));
  }
  add([...words].sort(new Intl.Collator(name).compare));
  add('İIıiß ς Σ'.toLocaleUpperCase(name) + 'İIıiß ς Σ'.toLocaleLowerCase(name));
  const segments = new Intl.Segmenter(name, { granularity: 'word' }).segment('Hello, world. สวัสดีชาวโลก 你好世界');
  add([...segments].map(({ segment }) => segment).join('|'));
  add(new Intl.Locale(name).maximize());
}
for (const key of ['calendar', 'collation', 'currency', 'numberingSystem', 'timeZone', 'unit']) add(Intl.supportedValuesOf(key));
for (let code = 0; code < 0x30000; code++) {
  const character = String.fromCodePoint(code);
  add(character.normalize('NFKD') + character.normalize('NFC') + character.toUpperCase() + /\p{L}/u.test(character));
}
for (const host of ['bücher.de', 'xn--bcher-kva.de', '日本語.jp', 'ß.de']) add(new URL(`http://${host}`).host);
for (const encoding of ['utf-8', 'latin1', 'shift_jis', 'gb18030', 'big5', 'koi8-r', 'windows-1251']) {
  add(new TextDecoder(encoding).decode(new Uint8Array([0x82, 0xa0, 0x41, 0xe4])));
}
console.log(languages.length, count, hash.digest('hex'));
