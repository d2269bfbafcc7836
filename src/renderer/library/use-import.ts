import { useState } from 'react';
import { type ImportResult, MAX_IMPORT_BYTES, type Verification } from '../../shared/review.ts';
import { textsOf } from '../../shared/transfer-pieces.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { CORE_LANGUAGE } from './tell.ts';

/** Of one file: what became of it. */
export type Imported =
  | { readonly state: 'reading'; readonly name: string }
  /** `language` of `text`, where it is the core's own words. */
  | { readonly state: 'failed'; readonly name: string; readonly text: string; readonly language?: string }
  | {
      readonly state: 'done';
      readonly name: string;
      readonly result: ImportResult;
      /** Absent while it is on its way, or where there is nothing to verify. */
      readonly verified?: Verification;
    };

async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    reader.releaseLock();
  }
}

/** Takes files in one after the other, and verifies what can be verified. */
export function useImport(): {
  readonly files: readonly Imported[];
  readonly take: (files: readonly File[]) => Promise<void>;
  readonly dismiss: (name: string) => void;
} {
  const t = useT();
  const format = useFormat();
  const { library } = useActions();
  const [files, setFiles] = useState<readonly Imported[]>([]);
  const put = (file: Imported) => setFiles((before) => [...before.filter(({ name }) => name !== file.name), file]);

  async function takeOne(file: File): Promise<void> {
    const { name } = file;
    if (file.size > MAX_IMPORT_BYTES) {
      const sizes = { size: format.bytes(file.size), most: format.bytes(MAX_IMPORT_BYTES) };
      put({ state: 'failed', name, text: t('library.import.tooLarge', { name, ...sizes }) });
      return;
    }
    put({ state: 'reading', name });
    let unread: string | undefined;
    const texts = async function* (): AsyncGenerator<string> {
      try {
        yield* textsOf(bytesOf(file));
      } catch (error) {
        unread = error instanceof Error ? error.message : String(error);
        throw error;
      }
    };
    const read = await library.importFile(texts(), name);
    if (!read.ok) {
      put(
        unread === undefined
          ? { state: 'failed', name, text: read.failure.message, language: CORE_LANGUAGE }
          : { state: 'failed', name, text: t('library.import.unread', { name, message: unread }) },
      );
      return;
    }
    const { value: result } = read;
    put({ state: 'done', name, result });
    if (result.redacted || result.foreign !== undefined) return;
    const verified = await library.verify(result.session);
    if (verified.ok) put({ state: 'done', name, result, verified: verified.value });
  }

  return {
    files,
    take: async (given) => {
      for (const file of given) await takeOne(file);
    },
    dismiss: (gone) => setFiles((before) => before.filter(({ name }) => name !== gone)),
  };
}
