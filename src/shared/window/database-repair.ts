/** Input and output of `skilldeck doctor --repair`. */
import type { Figures } from '../messages/format.ts';

export interface BackupInfo {
  /** File name in `HOME/backups`. */
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly bytes: number;
}

export interface RepairChoice {
  /** A backup to put in the database's place, by name. */
  readonly restore?: string | undefined;
  /** Start with an empty database. */
  readonly fresh?: boolean | undefined;
}

/** `newer`: a later Skilldeck changed its format; this one cannot read it. */
export type DatabaseFinding = 'whole' | 'missing' | 'empty' | 'damaged' | 'newer';

export interface RepairReport {
  readonly database: string;
  readonly found: DatabaseFinding;
  /** Damage, in English. */
  readonly why?: string;
  /** Figures that say it in every language. */
  readonly damage?: Figures;
  /**
   * `rebuilt`: lists and indexes, from the log; `saved`: all that could be read, completed from backups;
   * `choice-needed`: nothing, as there is nothing to repair from.
   */
  readonly done: 'rebuilt' | 'saved' | 'restored' | 'new' | 'choice-needed';
  /** The folder that keeps what was in the database's place. */
  readonly keptAside?: string;
  /** The backups that were used, latest first. */
  readonly used: readonly string[];
  readonly sessions: number;
  readonly events: number;
  /** Events that could be read nowhere; each leaves a place-holder in its session's log. */
  readonly unreadable: number;
  /** Latest first; beside a newer database, those that this program can read. */
  readonly backups: readonly BackupInfo[];
}
