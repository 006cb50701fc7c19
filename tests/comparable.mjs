// Takes out of a text what cannot be the same on two runtimes: where the program is, the numbers of processes and descriptors, and the
// runtime's own frames and lines. Frames keep their place only, and only if it is in the program. The same rules are in crates/cli/tests/support/comparable.rs.
//
//   NODE tests/comparable.mjs FOLDER     from standard input to standard output, FOLDER being where the program is

import fs from 'node:fs';

export function comparable(text, folder) {
  return text
    .replaceAll(folder, '<here>')
    .replace(/\(node:\d+\)/g, '(node:PID)')
    .replace(/\bFile descriptor \d+ /g, 'File descriptor FD ')
    .replace(/^node:\S+:\d+\n.*\n.*\^\n/gm, 'node:<inside>\n')
    .replace(/^ +at .*\n/gm, (line) => {
      const place = /<here>\/[^:]+:\d+:\d+/.exec(line);
      return place === null ? '' : `    at ${place[0]}\n`;
    });
}

if (import.meta.main) fs.writeSync(1, comparable(fs.readFileSync(0, 'utf8'), process.argv[2]));
