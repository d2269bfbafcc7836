/** One thing in a source, before anybody believes it. */
export interface SourceEntry {
  /** As the source spells it, with `/`, relative to what is imported; unchecked. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'symbolic link' | 'hard link' | 'device or pipe';
  readonly executable: boolean;
  /** What the source says of its size; undefined where it says nothing. */
  readonly bytes: number | undefined;
  /** Of a file; read at most once, before the next entry is asked for. Throws `import-refused` where it is damaged. */
  content(): AsyncIterable<Uint8Array>;
}

export async function* noContent(): AsyncIterable<Uint8Array> {}
