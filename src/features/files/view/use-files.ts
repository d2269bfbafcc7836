import { useEffect, useState } from 'react';
import {
  type Failure,
  isFailure,
  type ListedFiles,
  useActions,
  useApp,
  useSession,
} from '../../../renderer/store/index.ts';

export interface SeenFiles {
  readonly files: ListedFiles | undefined;
  readonly failure: Failure | undefined;
}

/** The selected session's files, read again after each tool call and each change of an artifact. */
export function useFiles(): SeenFiles {
  const { files: commands } = useActions();
  const { id } = useSession();
  const online = useApp((data) => data.connection === 'open');
  const change = useApp((data) => {
    const { calls, artifacts } = data.log?.state ?? {};
    const ended = Object.values(calls ?? {}).filter(({ content }) => content !== undefined).length;
    const deleted = (artifacts ?? []).filter(({ deletedAt }) => deletedAt !== undefined).length;
    return `${ended} ${artifacts?.length ?? 0} ${deleted}`;
  });
  const [seen, setSeen] = useState<SeenFiles & { readonly of: string; readonly after: string }>();

  useEffect(() => {
    if (id === undefined || !online) return;
    let isCurrent = true;
    void commands.list().then((answer) => {
      if (!isCurrent || answer === undefined) return;
      setSeen((before) =>
        isFailure(answer)
          ? { of: id, after: change, files: before?.of === id ? before.files : undefined, failure: answer }
          : { of: id, after: change, files: answer, failure: undefined },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [commands, id, online, change]);

  return seen !== undefined && seen.of === id ? seen : { files: undefined, failure: undefined };
}
