for (const bad of ['text', 1.5, {}, true]) {
  try {
    process.exitCode = bad;
  } catch (error) {
    console.log(error.code);
  }
}
