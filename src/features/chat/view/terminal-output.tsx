import { type FormEvent, useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useFormat, useLanguage, useT } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { needsTerminal, plainOutput, useWords, VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions, useAllEvents, useLive, usePast, usePlayhead } from '../../../renderer/store/index.ts';
import { Button, later, Spinner } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { CutResult } from '../../../shared/events.ts';
import { refusalText } from '../../../shared/messages/failure.ts';
import type { CallView } from '../../../shared/session-state.ts';
import { packagesStep } from '../../../shared/skills/skill-packages.ts';
import type { TerminalQuestion as Question, TerminalRecording } from '../../../shared/terminal.ts';
import type { Step } from './transcript/transcript-items.ts';

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

const ENTER = '\r';

/** Prompt of a program that waits for input, with a menu of its items or a text field. */
export function TerminalQuestion({ call, question }: { readonly call: CallView; readonly question: Question }) {
  const t = useT();
  const { typeInto } = useActions();
  const title = useId();
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const { prompt, choices, hidden } = question;
  const answer = async (line: string): Promise<void> => {
    if (sending) return;
    setSending(true);
    const typed = await typeInto(call.callId, line + ENTER);
    setSending(false);
    if (typed) setText('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void answer(text);
  };
  return (
    <section
      aria-labelledby={title}
      className="my-1.5 ml-5.5 max-w-2xl space-y-2.5 rounded-panel border border-line bg-surface p-3"
    >
      <div role="status" className="space-y-1.5">
        <h4 id={title} className="font-medium">
          {t(hidden ? 'terminal.asksHidden' : 'terminal.asks')}
        </h4>
        {prompt === '' ? null : (
          <p className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">
            <VisibleText text={prompt} />
          </p>
        )}
      </div>
      {choices.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {choices.map(({ value, label }) => (
            <Button key={value} size="sm" disabled={sending} onClick={() => void answer(value)}>
              <span className="text-ink-soft tabular-nums">{value}</span>
              {label}
            </Button>
          ))}
        </div>
      )}
      <form onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label={t('terminal.answer')}
          hideLabel
          placeholder={t('terminal.answer')}
          type={hidden ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={setText}
          className="flex-1"
        />
        <Button type="submit" variant="primary" busy={sending}>
          {t(text === '' ? 'terminal.pressEnter' : 'terminal.send')}
        </Button>
      </form>
      <p className="text-ink-soft text-sm">{t(hidden ? 'terminal.hiddenNote' : 'terminal.visibleNote')}</p>
    </section>
  );
}

/** A step's packages while they are looked up or fetched; undefined otherwise. */
export function usePackages({ call, status }: Step) {
  const words = useWords();
  const packages = useLive((live) => live.packages?.find(({ callId }) => callId === call.callId));
  if (packages === undefined || status !== 'running' || call.script !== undefined) return undefined;
  const { what, come, figures } = packagesStep(packages);
  const { skill, bytes, total } = packages;
  return {
    text: words.t(`step.packages.${what}`, { skill }),
    far: come && words.t(`step.packages.${come}`, figures),
    bytes,
    total,
  };
}

/** Progress of the packages that a step waits for, or the reason why they cannot be had. */
export function PackagesLine({ step }: { readonly step: Step }) {
  const language = useLanguage();
  const doing = usePackages(step);
  const { refusal } = step.call;
  const why = refusal?.code.startsWith('packages-') === true ? refusalText(language, refusal) : undefined;
  if (why !== undefined) return <p className="mt-0.5 ml-5.5 text-pretty text-ink-soft text-sm">{why}</p>;
  if (doing === undefined) return null;
  return (
    <p className="my-1 ml-5.5 flex items-center gap-2 text-ink-soft text-sm tabular-nums">
      <progress
        aria-label={doing.text}
        className="h-1.5 w-48"
        {...(doing.total === undefined ? {} : { max: doing.total, value: doing.bytes })}
      />
      {doing.far}
    </p>
  );
}

/** A call's result, unfolded. Of a large one the window has the head: the rest is fetched, and forgotten when folded. */
export function ResultText({
  seq,
  content,
  cut,
  className,
}: {
  readonly seq: number;
  readonly content: string;
  readonly cut: CutResult | undefined;
  readonly className: string;
}) {
  const words = useWords();
  const { readResult } = useActions();
  const [fetched, setFetched] = useState('');
  const [state, setState] = useState<'reading' | 'read' | 'failed'>('reading');
  const shown = fetched === '' ? content : fetched;
  const left = cut === undefined ? 0 : cut.characters - shown.length;
  const read = useCallback(
    (from: string) => {
      setState('reading');
      return unlessGone(readResult(seq, from.length), (text) => {
        setFetched(from + (text ?? ''));
        setState(text === undefined ? 'failed' : 'read');
      });
    },
    [seq, readResult],
  );
  const isCut = cut !== undefined;
  useEffect(() => (isCut ? read('') : undefined), [isCut, read]);
  return (
    <>
      <pre className={className} aria-busy={isCut && state === 'reading'}>
        <VisibleText text={plainOutput(shown)} />
        {left > 0 ? '…' : null}
      </pre>
      {left === 0 ? null : (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
          {state === 'reading' ? <Spinner decorative className="size-3.5" /> : null}
          <span role="status">
            {words.t(state === 'reading' ? 'step.fetching' : state === 'failed' ? 'step.unfetched' : 'step.left', {
              size: words.format.bytes(cut?.bytes ?? 0),
              n: words.format.number(left),
            })}
          </span>
          {state === 'reading' ? null : (
            <Button size="sm" onClick={() => read(fetched)}>
              {words.t(state === 'failed' ? 'end.retry' : 'step.more')}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
