// stdin: some text
(async () => {
  for await (const chunk of process.stdin) console.log(String(chunk));
  console.log('done');
})();
