import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { needsTerminal, plainOutput, useWords, VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions, useAllEvents, useLive, usePast, usePlayhead } from '../../../renderer/store/index.ts';
import { Button, later, Spinner } from '../../../renderer/ui/index.ts';
import type { CallView } from '../../../shared/session-state.ts';
import type { TerminalRecording, TerminalSize } from '../../../shared/terminal.ts';

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

/** While it runs the person may type into it: the way in, and the way out. */
function PrintedOutput({ call }: { readonly call: CallView }) {
  const t = useT();
  const words = useWords();
  const { typeInto, resizeTerminal } = useActions();
  const printed = usePrinted(call);
  const [typing, setTyping] = useState(false);
  const entrance = useRef<HTMLButtonElement>(null);
  const alive = call.script !== undefined && call.script.finished === undefined;
  const into = useMemo(
    () => ({
      onInput: (data: string) => typeInto(call.callId, data),
      onSize: ({ columns, rows }: { readonly columns: number; readonly rows: number }) =>
        void resizeTerminal(call.callId, columns, rows),
      onLeave: () => {
        setTyping(false);
        entrance.current?.focus();
      },
    }),
    [call.callId, typeInto, resizeTerminal],
  );
  if (!alive) return <Printed printed={printed} callId={call.callId} />;
  return (
    <>
      {typing ? (
        <XtermView data={printed ?? ''} label={words.t('step.terminal')} into={into} />
      ) : (
        <Printed printed={printed} callId={call.callId} />
      )}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button ref={entrance} size="sm" aria-pressed={typing} onClick={() => setTyping(!typing)}>
          {t(typing ? 'terminal.leave' : 'terminal.type')}
        </Button>
        {typing ? <p className="text-ink-soft text-sm">{t('terminal.typing')}</p> : null}
      </div>
    </>
  );
}

interface PrintedProps {
  readonly printed: string | undefined;
  readonly callId: string;
  /** Size of the terminal that it was printed in. */
  readonly size?: TerminalSize;
}

function Printed({ printed, callId, size }: PrintedProps) {
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
  return <XtermView data={printed} label={words.t('step.terminal')} size={size} />;
}

/** Number of events until then, in milliseconds since the run began. */
export const reachedBy = ({ events }: TerminalRecording, atMs: number): number =>
  events.findLastIndex((event) => event.atMs <= atMs) + 1;

/** The output of the first events, and the size of the terminal after them. */
export function printedIn(recording: TerminalRecording, count: number) {
  let text = '';
  let { columns, rows }: TerminalSize = recording;
  for (const event of recording.events.slice(0, count)) {
    if ('data' in event) text += event.data;
    else ({ columns, rows } = event);
  }
  return { text, size: { columns, rows } };
}

/** Script output up to the moment shown; follows the playing of the session. */
function PastOutput({ call: { callId } }: { readonly call: CallView }) {
  const recording = useRecording(callId);
  if (recording === undefined) return <Spinner className="text-ink-faint" />;
  const isPrinted = recording !== 'none' && recording.events.some((event) => 'data' in event);
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
  const { text, size } = useMemo(() => printedIn(recording, reached), [recording, reached]);
  if (text === '') return <p className="text-ink-soft text-sm">{t('review.replay.notYet')}</p>;
  return (
    <>
      <Printed key={`${size.columns} ${size.rows}`} printed={text} callId={callId} size={size} />
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
