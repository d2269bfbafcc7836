import { Pause, Play, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import { useWords } from '../../../../renderer/shared/words.ts';
import { useAllEvents, useMoment, usePlayhead } from '../../../../renderer/store/index.ts';
import { IconButton, later, Spinner } from '../../../../renderer/ui/index.ts';
import type { CallView } from '../../../../shared/session-state.ts';
import type { TerminalRecording } from '../../../../shared/terminal.ts';
import { NoOutput } from './no-output.tsx';
import { happenedBy, lengthOf, playedTo } from './recording-view.ts';
import { useRecording } from './use-recording.ts';

const XtermReplay = later(
  async () => (await import('./xterm-view.tsx')).XtermReplay,
  <Spinner className="text-ink-faint" />,
);

const SPEEDS = [1, 4] as const;

/** Script output up to the moment shown; plays along with the session, or by itself. */
export function TerminalReplay({ call }: { readonly call: CallView }) {
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
