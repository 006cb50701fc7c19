export function fail(message) {
  const error = new Error(message);
  throw error;
}
