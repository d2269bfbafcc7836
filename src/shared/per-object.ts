/**
 * Calls `make` once for an object that never changes: when first asked for, and kept as long as the object lives.
 * @param make pure.
 */
export function perObject<K extends object, V>(make: (object: K) => V): (object: K) => V {
  const made = new WeakMap<K, { readonly value: V }>();
  return (object) => {
    const known = made.get(object);
    if (known !== undefined) return known.value;
    const value = make(object);
    made.set(object, { value });
    return value;
  };
}
