/** A function that computes the value of each key once. */
export function remember<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return key => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
