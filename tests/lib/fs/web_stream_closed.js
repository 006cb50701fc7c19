'use strict';
// Closing a FileHandle ends its web stream, whoever reads from it.
const { open } = require('fs/promises');

(async () => {
  for (const mode of [undefined, 'byob']) {
    const file = await open(__filename);
    const reader = file.readableWebStream().getReader({ mode });
    const closing = file.close();
    console.log(mode, 'closed', await reader.closed, file.fd === -1);
    await closing;
    console.log(await reader.read(mode === 'byob' ? new Uint8Array(4) : undefined), file.fd);
  }
})();
