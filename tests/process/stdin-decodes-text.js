// stdin: h\u00e9llo w\u00f6rld
process.stdin.setEncoding('utf8').on('data', (text) => console.log(JSON.stringify(text)));
