import { useEffect, useMemo, useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { needsTerminal, plainOutput, useWords, VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions, useAllEvents, useLive, usePast, usePlayhead } from '../../../renderer/store/index.ts';
import { later, Spinner } from '../../../renderer/ui/index.ts';
import type { CallView } from '../../../shared/session-state.ts';
import type { TerminalRecording } from '../../../shared/terminal.ts';

const XtermView = later(
  async () => (await import('./xterm-view.tsx')).XtermView,
  <Spinner className="text-ink-faint" />,
);

/** Characters that are read well enough as plain text; more scrolls better in a terminal. */
const PLAIN_LIMIT = 4_000;

/** Output of a call's script: live while it runs, from disk afterwards. */
function usePrinted(call: CallView): string | undefined {
  const { readTerminal } = useActions();
  const live = useLive(({ terminals }) => (Object.hasOwn(terminals, call.callId) ? terminals[call.callId] : undefined));
  const over = call.script?.finished !== undefined;
  const [stored, setStored] = useState<string>();
  useEffect(
    () => unlessGone(readTerminal(call.callId), (data) => setStored(data ?? (over ? '' : undefined))),
    [call.callId, over, readTerminal],
  );
  // Live output may have begun before this was unfolded, or after a reload of the page: the longer one is whole.
  return (live?.length ?? -1) > (stored?.length ?? -1) ? live : stored;
}

/** Short output is text; what is long or moves the cursor needs a terminal, which is loaded only then. */
export const TerminalOutput = ({ call }: { readonly call: CallView }) =>
  usePast() ? <PastOutput call={call} /> : <PrintedOutput call={call} />;

const PrintedOutput = ({ call }: { readonly call: CallView }) => (
  <Printed printed={usePrinted(call)} callId={call.callId} />
);

interface PrintedProps {
  readonly printed: string | undefined;
  readonly callId: string;
  /** In the columns that it was printed in. */
  readonly sized?: boolean;
}

function Printed({ printed, callId, sized = false }: PrintedProps) {
  const words = useWords();
  if (printed === undefined) return <Spinner className="text-ink-faint" />;
  if (printed === '') return <NoOutputOf callId={callId} />;
  if (printed.length <= PLAIN_LIMIT && !needsTerminal(printed)) {
    return (
      <pre className="max-h-72 overflow-auto whitespace-pre-wrap rounded-control border border-line bg-side px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
        <VisibleText text={plainOutput(printed)} />
      </pre>
    );
  }
  return <XtermView data={printed} label={words.t('step.terminal')} sized={sized} />;
}

/** Number of events until then, in milliseconds since the run began. */
export const reachedBy = ({ events }: TerminalRecording, atMs: number): number =>
  events.findLastIndex((event) => event.atMs <= atMs) + 1;

/** Script output up to the moment shown; follows the playing of the session. */
function PastOutput({ call: { callId } }: { readonly call: CallView }) {
  const recording = useRecording(callId);
  if (recording === undefined) return <Spinner className="text-ink-faint" />;
  const isPrinted = recording !== 'none' && recording.events.length > 0;
  return isPrinted ? <RecordedOutput recording={recording} callId={callId} /> : <NoOutput recording={recording} />;
}

function RecordedOutput({ recording, callId }: { readonly recording: TerminalRecording; readonly callId: string }) {
  const t = useT();
  const events = useAllEvents();
  const playhead = usePlayhead(true) ?? 0;
  const began = useMemo(
    () => events.find((event) => event.type === 'script-started' && event.callId === callId),
    [events, callId],
  );
  const reached = reachedBy(recording, began === undefined ? 0 : playhead - Date.parse(began.at));
  const text = useMemo(
    () => recording.events.slice(0, reached).reduce((all, { data }) => all + data, ''),
    [recording, reached],
  );
  if (text === '') return <p className="text-ink-soft text-sm">{t('review.replay.notYet')}</p>;
  return (
    <>
      <Printed printed={text} callId={callId} sized />
      {recording.truncated ? <p className="text-ink-soft text-sm">{t('review.replay.truncated')}</p> : null}
    </>
  );
}

/** Nothing was printed, or what was printed is not here any more. */
function NoOutput({ recording }: { readonly recording: TerminalRecording | 'none' }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const removedAt = recording === 'none' ? undefined : recording.removedAt;
  return (
    <p className="text-ink-soft text-sm">
      {removedAt === undefined ? words.t('step.noOutput') : t('terminal.removed', { date: format.date(removedAt) })}
    </p>
  );
}

/** The same of a call, once it is known. */
function NoOutputOf({ callId }: { readonly callId: string }) {
  const recording = useRecording(callId);
  return recording === undefined ? null : <NoOutput recording={recording} />;
}

/** Undefined until it is there. */
function useRecording(callId: string): TerminalRecording | 'none' | undefined {
  const { readRecording } = useActions();
  const [recording, setRecording] = useState<TerminalRecording | 'none'>();
  useEffect(() => unlessGone(readRecording(callId), (found) => setRecording(found ?? 'none')), [callId, readRecording]);
  return recording;
}
