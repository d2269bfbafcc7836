/** A file that comes in pieces: this app's own log, or another program's transcript. Which it is, its first line says. */

import type { ImportStore } from '../../../main/store/import-reader.ts';
import { refuse } from '../../../main/store/log-intake.ts';
import { type ImportFormat, type ImportResult, MAX_TRANSCRIPT } from '../../../shared/review.ts';
import { type ForeignOptions, importForeign, isOwnLog } from './foreign/import-foreign.ts';
import { SessionImport } from './import-session.ts';

export interface ImportOptions extends Omit<ForeignOptions, 'store' | 'format'> {
  readonly store: ImportStore;
  /** Read as this format; default: by content. */
  readonly format?: ImportFormat | undefined;
}

export class ImportInPieces {
  readonly #options: ImportOptions;
  #own: SessionImport | undefined;
  /** Text before the first complete line; for another program's file, all of it. */
  #held: string[] = [];
  #length = 0;
  #isForeign = false;
  /** Something else than blanks has come. */
  #begun = false;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  /** @throws SkilldeckError `import-refused`: with the line, and what to do. */
  take(given: string): void {
    const text = this.#length === 0 ? given.replace(/^\uFEFF/, '') : given;
    this.#length += given.length;
    if (this.#own !== undefined) {
      this.#own.take(text);
      return;
    }
    this.#held.push(text);
    if (!this.#isForeign && this.#endsFirstLine(text)) this.#decide();
    if (this.#own === undefined && this.#length > MAX_TRANSCRIPT) {
      refuse('transcript-too-long', { most: MAX_TRANSCRIPT });
    }
  }

  /** @throws SkilldeckError `import-refused`: with the line, and what to do. */
  end(): ImportResult {
    if (this.#own === undefined && !this.#isForeign) this.#decide();
    const { store, name, format, preview, onStored } = this.#options;
    if (this.#own !== undefined) return preview === true ? this.#own.preview() : this.#own.end();
    return importForeign({ store, name, format: named(format), preview, onStored }, () => this.#take());
  }

  #take(): string {
    const text = this.#held.join('');
    this.#held = [];
    return text;
  }

  /** Read so far; 0 for another program's file, which is read as a whole. */
  get events(): number {
    return this.#own?.events ?? 0;
  }

  /** Safe to call twice. */
  close(): void {
    this.#own?.close();
    this.#held = [];
  }

  /** Looks at each character once: another program's file may be one line of many megabytes. */
  #endsFirstLine(text: string): boolean {
    const begin = this.#begun ? 0 : text.search(/\S/);
    if (begin === -1) return false;
    this.#begun = true;
    return text.includes('\n', begin);
  }

  #decide(): void {
    const text = this.#held.join('');
    const { format } = this.#options;
    if (format === undefined ? !isOwnLog(text) : format !== 'skilldeck') {
      this.#isForeign = true;
      return;
    }
    this.#held = [];
    const { store, onStored } = this.#options;
    this.#own = new SessionImport(store, onStored);
    this.#own.take(text);
  }
}

const named = (format: ImportFormat | undefined) => (format === 'skilldeck' ? undefined : format);

/** Imports a complete text. @throws SkilldeckError `import-refused`. */
export function importText(options: ImportOptions, text: string): ImportResult {
  const taken = new ImportInPieces(options);
  try {
    taken.take(text);
    return taken.end();
  } finally {
    taken.close();
  }
}
