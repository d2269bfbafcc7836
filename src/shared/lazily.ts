/** Made when it is first used: a formatter of the system's takes a millisecond to make, and most programs need few of them. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
