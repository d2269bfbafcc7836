import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import { useWords } from '../../../../renderer/shared/words.ts';
import { useRecording } from './use-recording.ts';

/** Nothing was printed, or what was printed is not here any more. */
export function NoOutput({ removedAt }: { readonly removedAt: string | undefined }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  return (
    <p className="text-ink-soft text-sm">
      {removedAt === undefined ? words.t('step.noOutput') : t('terminal.removed', { date: format.date(removedAt) })}
    </p>
  );
}

/** The same of a call, once it is known. */
export function NoOutputOf({ callId }: { readonly callId: string }) {
  const recording = useRecording(callId);
  if (recording === undefined) return null;
  return <NoOutput removedAt={recording === 'none' ? undefined : recording.removedAt} />;
}
