import { useEffect, useState } from 'react';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import { type Failure, useActions } from '../../../../renderer/store/index.ts';
import type { OwnPattern, RedactionPreview } from '../../../../shared/review.ts';

/** Preview of a session's redactions; the previous one stays until the next arrives. */
export function usePreview(session: string | undefined, patterns: readonly OwnPattern[]) {
  const { library } = useActions();
  const [preview, setPreview] = useState<RedactionPreview>();
  const [refused, setRefused] = useState<Failure>();
  useEffect(() => {
    if (session === undefined) return;
    return unlessGone(library.redactionPreview(session, patterns), (read) => {
      setRefused(read.ok ? undefined : read.failure);
      if (read.ok) setPreview(read.value);
    });
  }, [library, session, patterns]);
  return { preview, refused };
}
