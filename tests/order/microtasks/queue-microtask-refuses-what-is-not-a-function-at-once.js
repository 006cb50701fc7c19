for (const bad of [undefined, null, 'text', 3]) {
  try {
    queueMicrotask(bad);
  } catch (error) {
    console.log(error.name, error.code);
  }
}
