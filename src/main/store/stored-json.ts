/** What a read model keeps as JSON. Damaged on the disk it costs itself, and not the list or the session that it belongs to. */
export function storedJson<T>(text: string, otherwise: T): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}
