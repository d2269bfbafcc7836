export interface Envelope {
  readonly v: number;
  readonly seq: number;
  /** ISO-8601, UTC. */
  readonly at: string;
  readonly session: string;
  /** SHA-256 of the line before it, as stored; absent in logs of older versions. */
  readonly prev?: string;
}

/** An event of a type or version that this program does not know: kept, shown as unknown, folded as nothing. */
export interface UnknownEvent extends Envelope {
  readonly type: 'unknown';
  readonly originalType: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

type Unread = Omit<Envelope, 'prev'> & { readonly type: string };

export function unknownEvent(raw: Unread & Readonly<Record<string, unknown>>): UnknownEvent {
  const { v, seq, at, session, type } = raw;
  return { v, seq, at, session, type: 'unknown', originalType: type, raw };
}
