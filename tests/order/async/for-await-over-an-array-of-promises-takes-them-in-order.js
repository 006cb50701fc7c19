const after = (ms, v) => new Promise((resolve) => setTimeout(resolve, ms, v));
(async () => {
  for await (const v of [after(25, 'slow'), after(1, 'quick'), 'plain']) console.log(v);
  console.log('done');
})();
