console.log('a');
  await new Promise(() => {});
