/** Parses JSON kept by a read model. If damaged on disk it affects only itself, not its list or session. */
export function storedJson<T>(text: string, otherwise: T): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}
