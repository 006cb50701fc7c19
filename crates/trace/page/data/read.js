// Reads the trace: from the page itself, plain or compressed, or from a running program.

import { Trace } from './model.js';

const MAX_SYNC_SIZE = 5_000_000;

/** Returns the trace, and calls `changed(trace)` whenever a live one has grown. */
export async function readTrace(element, changed, status) {
  if (element.hasAttribute('data-live')) return follow(changed, status);
  const text = element.textContent.trim();
  // A hundred megabytes take seconds: let the browser paint the loading message first.
  if (text.length > MAX_SYNC_SIZE) await new Promise((drawn) => setTimeout(drawn, 50));
  if (element.type === 'application/gzip;base64') return Trace.from(JSON.parse(await decompress(text)));
  if (text === '') throw new Error('there is no trace in this page; hexloop trace FILE makes one');
  return Trace.from(JSON.parse(text));
}

async function decompress(base64) {
  const binary = atob(base64);
  const compressed = new Uint8Array(binary.length);
  for (let i = 0; i < compressed.length; i++) compressed[i] = binary.charCodeAt(i);
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

/** How many tasks a live page keeps: some hundred megabytes. */
const MAX_LIVE = 1_500_000;

function follow(changed, status) {
  const trace = new Trace();
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const listen = () => {
    const events = new EventSource(`./events?token=${encodeURIComponent(token)}`);
    events.onopen = () => status('live');
    // The browser reconnects by itself unless the server ended the stream.
    events.onerror = () => status(events.readyState === EventSource.CLOSED ? 'ended' : 'waiting');
    events.onmessage = ({ data }) => {
      changed(trace, trace.take(JSON.parse(data)));
      if (trace.tasks.length < MAX_LIVE) return;
      // After a reconnect the server sends what the program still has, which replaces everything.
      events.close();
      listen();
    };
  };
  listen();
  return trace;
}
