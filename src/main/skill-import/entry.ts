/** One thing in a source, before anybody believes it. */
export interface SourceEntry {
  /** Relative to the imported source, in its spelling, with `/`; unchecked. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'symbolic link' | 'hard link' | 'device or pipe';
  readonly executable: boolean;
  /** Size according to the source; undefined if not given. */
  readonly bytes: number | undefined;
  /** For a file; read at most once, before requesting the next entry. Throws `import-refused` if it is damaged. */
  content(): AsyncIterable<Uint8Array>;
}

export async function* noContent(): AsyncIterable<Uint8Array> {}
