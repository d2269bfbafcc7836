/** The lines of an exported log: chained like the ones they stand for, and closed by one that is no event. */
import { ChainWalk, type LogEnd, Relinking, type WalkedChain } from '../../../store/chain/chain-walk.ts';
import { closingLine, LinesHash, readClosing } from '../../../store/chain/closing-line.ts';
import type { EventRow } from '../../../store/event-log.ts';

export interface LogFileOptions {
  readonly session: string;
  /** End of the log in its stored form. */
  readonly end: LogEnd | undefined;
  /** Its lines are not the stored ones. */
  readonly isRewritten: boolean;
  /** Private key to sign with. */
  readonly signingKey: string | undefined;
}

export class LogFile {
  readonly #options: LogFileOptions;
  readonly #stored = new ChainWalk();
  readonly #links: Relinking | undefined;
  readonly #lines: LinesHash | undefined;
  #events = 0;

  constructor(options: LogFileOptions) {
    this.#options = options;
    this.#links = options.isRewritten ? new Relinking() : undefined;
    this.#lines = options.signingKey === undefined ? undefined : new LinesHash();
  }

  /** @param text stands for the stored row. @returns its line in the file. */
  line(row: Pick<EventRow, 'seq' | 'raw'>, text: string): string {
    this.#stored.add(row);
    const line = this.#links?.next(row, text) ?? text;
    this.#lines?.add(line);
    this.#events += 1;
    return line;
  }

  /** Chain of the log in its stored form. */
  get chain(): WalkedChain | undefined {
    return this.#stored.result(this.#options.end);
  }

  /** Undefined where an imported log came without one: no one knows that it ends there. */
  closing(): string | undefined {
    const { session, end, signingKey } = this.#options;
    const events = this.#events;
    if (events === 0) return undefined;
    if (signingKey === undefined) {
      const given = this.#links === undefined ? end?.closing : undefined;
      // The line as it was signed elsewhere.
      if (readClosing(given ?? '')?.events === events) return given;
      if (this.chain?.isOpen === true) return undefined;
    }
    const head = this.#links?.head(end) ?? end?.hash ?? this.#stored.head.hash;
    return closingLine({ session, events, head, lines: this.#lines?.digest() ?? '' }, signingKey);
  }
}
