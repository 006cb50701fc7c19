function fail(message) {
  const error = new RangeError(message);
  error.code = 'E_RANGE';
  if (message === '') return;
  throw error;
}
fail('made here, thrown there');
