import type { Attachment } from '../../shared/attachments.ts';

/** Where the files lie that a person gives with a message. */
export interface KeptAttachments {
  /** @returns the attachment with its last piece. @throws SkilldeckError `bad-input` for one that is too large or out of order. */
  take(piece: {
    readonly sessionId: string;
    readonly name: string;
    readonly upload: string;
    readonly offset: number;
    readonly bytes: Uint8Array;
    readonly last: boolean;
  }): Promise<Attachment | undefined>;
  /** As it lies there now. @throws SkilldeckError `file-not-found`. */
  find(sessionId: string, given: Pick<Attachment, 'name' | 'path'>): Promise<Attachment>;
}
