'use strict';
// A table pads its cells to the widest, so its right edge shows how wide each text was taken to be.
const samples = ['ascii', 'é', 'e\u0301', '日本語', '한국어', 'ｆｕｌｌ', 'ﾊﾝｶｸ', '😀', '👍🏽', '👨‍👩‍👧', '🇩🇪', '☺', '☺\ufe0f', '\u00ad', '\u200b', '\u200d', '…', '─', '①', 'α', 'Я', 'ا', 'क्ष', 'ไทย', '\u0300', '\ufeff', '𝒳', '𠀀', '〈', '⌚', '⛄', '✂', '♥', '\x1b[31mred\x1b[39m', 'a\tb', 'a\u0007b'];
for (const sample of samples) console.table([[sample]]);
for (let plane = 0; plane <= 0x1ff00; plane += 0x200) {
  if (plane >= 0xd800 && plane < 0xe000) continue;
  console.table([{ [plane.toString(16)]: String.fromCodePoint(plane + 0x20, plane + 0x47, plane + 0x9e) }]);
}
