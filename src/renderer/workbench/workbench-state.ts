/** State of the workbench: the files of one skill as they are being edited. */
import type { StoreApi } from 'zustand/vanilla';
import type { OpenedFile, SkillCheck, SkillTree } from '../../shared/skills/author.ts';
import type { AuthorCommands, Failure } from '../store/index.ts';
import type { TextKeeper } from './kept-text.ts';

export interface Buffer {
  readonly path: string;
  readonly text: string;
  /** Content on disk when last read. */
  readonly saved: string;
  readonly sha256: string;
  /** Conflict between the text and its file; nothing is written until it is resolved. */
  readonly conflict?: { readonly kind: 'changed'; readonly theirs: OpenedFile } | { readonly kind: 'gone' } | undefined;
  /** Unsaved text of another time was put back. */
  readonly restored?: boolean;
}

export interface Workbench {
  readonly tree: SkillTree | undefined;
  readonly failure: Failure | undefined;
  readonly buffers: Readonly<Record<string, Buffer>>;
  /** Path of the file in the editor. */
  readonly active: string | undefined;
  /** Latest check received for the text being typed. */
  readonly check: SkillCheck | undefined;
  readonly checking: boolean;
  readonly saving: boolean;
  /** Counts what changed on the disk: previews are of saved files. */
  readonly saves: number;
}

export const EMPTY: Workbench = {
  tree: undefined,
  failure: undefined,
  buffers: {},
  active: undefined,
  check: undefined,
  checking: false,
  saving: false,
  saves: 0,
};

export interface WorkbenchOptions {
  readonly skill: string;
  readonly commands: AuthorCommands;
  readonly keeper: TextKeeper;
  /** Reports a failure that no part of the view shows. */
  readonly tell: (failure: Failure) => void;
}

export const isDirty = (buffer: Buffer): boolean => buffer.text !== buffer.saved;
export const dirtyOf = ({ buffers }: Pick<Workbench, 'buffers'>): readonly Buffer[] =>
  Object.values(buffers).filter(isDirty);

export interface Bench extends WorkbenchOptions {
  readonly state: StoreApi<Workbench>;
  /** The view is gone: answers that still come are dropped. */
  readonly isDisposed: () => boolean;
}

/** A lost connection is shown elsewhere, and passes: the failure that is shown stays. */
export const lasting = (failure: Failure, { failure: shown }: Workbench): Failure | undefined =>
  failure.code === 'not-connected' ? shown : failure;
