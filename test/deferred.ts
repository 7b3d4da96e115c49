/** A promise that the test resolves itself. */
export function deferred<Value = void>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>(end => {
    resolve = end;
  });
  return { promise, resolve: (value: Value) => resolve(value) };
}
