import { Pause, Play, RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { needsTerminal, plainOutput, useWords, VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions, useAllEvents, useLive, useMoment, usePast, usePlayhead } from '../../../renderer/store/index.ts';
import { Button, IconButton, later, Spinner } from '../../../renderer/ui/index.ts';
import type { CallView } from '../../../shared/session-state.ts';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import { happenedBy, lengthOf, playedTo } from './recording-view.ts';

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
  usePast() ? <TerminalReplay call={call} /> : <PrintedOutput call={call} />;

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

function Printed({ printed, callId }: { readonly printed: string | undefined; readonly callId: string }) {
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
  return <XtermView data={printed} label={words.t('step.terminal')} />;
}

const XtermReplay = later(
  async () => (await import('./xterm-view.tsx')).XtermReplay,
  <Spinner className="text-ink-faint" />,
);

const SPEEDS = [1, 4] as const;

/** Script output up to the moment shown; plays along with the session, or by itself. */
function TerminalReplay({ call }: { readonly call: CallView }) {
  const recording = useRecording(call.callId);
  if (recording === undefined) return <Spinner className="text-ink-faint" />;
  if (recording === 'none') return <NoOutput removedAt={undefined} />;
  if (recording.events.length === 0) return <NoOutput removedAt={recording.removedAt} />;
  return <Replay call={call} recording={recording} />;
}

/** Milliseconds since the script began, now that is shown. */
function useMomentsTime(callId: string): number {
  const events = useAllEvents();
  const playhead = usePlayhead(true) ?? 0;
  const began = events.find((event) => event.type === 'script-started' && event.callId === callId);
  return began === undefined ? 0 : playhead - Date.parse(began.at);
}

/** Its own playing, until the moment changes; undefined: with the moment. */
function useOwnTime(recording: TerminalRecording) {
  const moment = useMoment();
  const [position, setPosition] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  const [shownFor, setShownFor] = useState(moment);
  if (shownFor !== moment) {
    setShownFor(moment);
    setPosition(undefined);
    setPlaying(false);
  }
  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      const passed = (now - before) * speed;
      before = now;
      setPosition((at = 0) => playedTo(recording, at, passed));
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, recording]);
  const atEnd = position !== undefined && position >= lengthOf(recording);
  useEffect(() => {
    if (atEnd) setPlaying(false);
  }, [atEnd]);
  return { position, playing, speed, setPosition, setPlaying, setSpeed };
}

function Replay({ call, recording }: { readonly call: CallView; readonly recording: TerminalRecording }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const moments = useMomentsTime(call.callId);
  const own = useOwnTime(recording);
  const all = lengthOf(recording);
  const at = own.position ?? moments;
  const shown = happenedBy(recording, at);
  const again = (own.position ?? moments) >= all;
  const press = () => {
    if (own.playing) {
      own.setPlaying(false);
      return;
    }
    own.setPosition(again ? 0 : Math.max(0, at));
    own.setPlaying(true);
  };
  const label = t(own.playing ? 'review.replay.pause' : again ? 'review.replay.again' : 'review.replay.play');
  return (
    <div className="min-w-0">
      <XtermReplay recording={recording} shown={shown} label={words.t('step.terminal')} />
      <div className="mt-1 flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
        {all === 0 ? (
          <span>{t('review.replay.untimed')}</span>
        ) : (
          <>
            <IconButton size="sm" label={label} onClick={press}>
              {own.playing ? <Pause aria-hidden /> : again ? <RotateCcw aria-hidden /> : <Play aria-hidden />}
            </IconButton>
            <span className="tabular-nums">
              {t('review.replay.position', {
                now: format.duration(Math.min(all, Math.max(0, at))),
                all: format.duration(all),
              })}
            </span>
            {SPEEDS.map((speed) => (
              <button
                key={speed}
                type="button"
                aria-pressed={own.speed === speed}
                aria-label={t('review.replay.speed', { factor: speed })}
                onClick={() => own.setSpeed(speed)}
                className="h-6 cursor-default rounded-control px-1.5 tabular-nums hover:bg-hover aria-pressed:bg-selected aria-pressed:text-ink"
              >
                {speed}×
              </button>
            ))}
          </>
        )}
        {shown === 0 ? <span>{t('review.replay.notYet')}</span> : null}
        {recording.truncated ? <span>{t('review.replay.truncated')}</span> : null}
      </div>
    </div>
  );
}

/** Nothing was printed, or what was printed is not here any more. */
function NoOutput({ removedAt }: { readonly removedAt: string | undefined }) {
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
function NoOutputOf({ callId }: { readonly callId: string }) {
  const recording = useRecording(callId);
  if (recording === undefined) return null;
  return <NoOutput removedAt={recording === 'none' ? undefined : recording.removedAt} />;
}

/** Undefined until it is there. */
function useRecording(callId: string): TerminalRecording | 'none' | undefined {
  const { readRecording } = useActions();
  const [recording, setRecording] = useState<TerminalRecording | 'none'>();
  useEffect(() => unlessGone(readRecording(callId), (found) => setRecording(found ?? 'none')), [callId, readRecording]);
  return recording;
}
