import type { UpdateState } from '../../shared/contract/updates.ts';

/** Newer versions, as the host gets them. None throws: a failure is a state. */
export interface Updates {
  state(): UpdateState;
  /** @returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** Resolves with the answer of the server. */
  check(): Promise<void>;
  /** Begins the download of what `check` found. */
  download(): void;
  /** Ends the app for what was downloaded, or shows the package. */
  install(): void;
  undoneSeen(): void;
}
