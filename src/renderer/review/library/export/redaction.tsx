/** Redaction before conversations leave: patterns of the person, and of one conversation each match. */
import { useState } from 'react';
import { failureText } from '../../../../shared/messages/failure.ts';
import type { OwnPattern } from '../../../../shared/review.ts';
import { currentLanguage, useT } from '../../../i18n/index.ts';
import { Spinner } from '../../../ui/index.ts';
import { OwnPatterns } from './own-patterns.tsx';
import { RedactionList } from './redaction-list.tsx';
import { usePreview } from './use-preview.ts';

/** @param session the only one, whose matches are shown. @param on nothing is looked for otherwise. */
export function useRedaction(session: string | undefined, on: boolean) {
  const [patterns, setPatterns] = useState<readonly OwnPattern[]>([]);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const { preview, refused } = usePreview(on ? session : undefined, patterns);
  return {
    patterns,
    keep: [...kept],
    /** A pattern is refused, or the matches are not known yet. */
    open: on && (refused !== undefined || (session !== undefined && preview === undefined)),
    fields: { session, patterns, setPatterns, kept, setKept, preview, refused },
  };
}

export function RedactionFields({
  of: { session, patterns, setPatterns, kept, setKept, preview, refused },
  manyHint,
}: {
  readonly of: ReturnType<typeof useRedaction>['fields'];
  /** In place of the matches, of several conversations. */
  readonly manyHint: string;
}) {
  const t = useT();
  return (
    <>
      <OwnPatterns
        patterns={patterns}
        refused={refused === undefined ? undefined : failureText(currentLanguage(), refused).text}
        onChange={setPatterns}
      />
      {session === undefined ? (
        <p className="text-ink-soft text-sm">{manyHint}</p>
      ) : preview !== undefined ? (
        <RedactionList preview={preview} kept={kept} onKeep={setKept} />
      ) : refused === undefined ? (
        <p className="flex items-center gap-2 text-ink-soft">
          <Spinner decorative className="size-3.5" />
          {t('library.export.looking')}
        </p>
      ) : null}
    </>
  );
}
