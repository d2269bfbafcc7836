import { Check, ChevronRight, CircleAlert, CircleDashed, CircleHelp, CircleSlash, CircleStop } from 'lucide-react';
import { useEffect } from 'react';
import { useRemembered } from '../../cards/chat-scope.tsx';
import { useWords } from '../../shared/use-words.ts';
import { useAllEvents, useEvents, useFound, usePast, useSimpleView } from '../../store/index.ts';
import { cn, Spinner } from '../../ui/index.ts';
import { NoteButton } from '../messages/note-button.tsx';
import { TerminalQuestion } from '../terminal/terminal-question.tsx';
import type { Step, StepStatus } from '../transcript/transcript-items.ts';
import { StepDetail } from './step-detail.tsx';
import { STEP_REMARK, stepText } from './step-words.ts';
import { BareNote } from './unsandboxed-notice.tsx';
import { useNow } from './use-seconds.ts';

function StatusIcon({ status }: { readonly status: StepStatus }) {
  const common = { 'aria-hidden': true, className: 'size-4 shrink-0 text-ink-faint' } as const;
  switch (status) {
    case 'running':
      return <Spinner decorative className="size-3.5 text-accent" />;
    case 'done':
      return <Check {...common} />;
    case 'failed':
      return <CircleAlert {...common} className="size-4 shrink-0 text-warning" />;
    case 'waiting':
      return <CircleHelp {...common} className="size-4 shrink-0 text-accent" />;
    case 'denied':
      return <CircleSlash {...common} />;
    case 'cut':
      return <CircleStop {...common} />;
    default:
      return <CircleDashed {...common} />;
  }
}

function Time({ step: { call, status } }: { readonly step: Step }) {
  const words = useWords();
  const running = status === 'running';
  const now = useNow(running);
  if (call.ms !== undefined && (status === 'done' || status === 'failed'))
    return <> · {words.format.duration(call.ms)}</>;
  if (!running) return null;
  const seconds = Math.floor((now - Date.parse(call.startedAt)) / 1000);
  return seconds < 1 ? null : <> · {words.format.duration(seconds * 1_000)}</>;
}

/** In the simple view a step is its sentence alone. */
function PlainStep({ step }: { readonly step: Step }) {
  const words = useWords();
  const { call, status } = step;
  const past = usePast();
  const remark = STEP_REMARK[status];
  return (
    <li className="py-0.5 text-ink-soft">
      <span className="flex items-start gap-1.5">
        <span className="flex h-5 w-4 shrink-0 items-center justify-center">
          <StatusIcon status={status} />
        </span>
        <span className={cn('min-w-0 [overflow-wrap:anywhere]', status === 'running' && 'text-ink')}>
          {stepText(words, step)}
          {remark === undefined ? null : <> · {words.t(remark)}</>}
        </span>
      </span>
      {call.script?.question === undefined || past ? null : (
        <TerminalQuestion call={call} question={call.script.question} />
      )}
      <BareNote callId={call.callId} />
    </li>
  );
}

/** One call as one sentence, which unfolds to all of it. */
function StepLine({ step }: { readonly step: Step }) {
  const words = useWords();
  const { call, status } = step;
  const past = usePast();
  const [open, setOpen] = useRemembered(`step/${call.callId}`, false);
  const remark = STEP_REMARK[status];
  const found = useFoundCall(call.callId);
  useEffect(() => {
    if (found) setOpen(true);
  }, [found, setOpen]);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="group -mx-1.5 flex max-w-full cursor-default items-start gap-1.5 rounded-control px-1.5 py-0.5 text-left text-ink-soft hover:bg-hover hover:text-ink"
      >
        <span className="flex h-5 w-4 shrink-0 items-center justify-center">
          <StatusIcon status={status} />
        </span>
        <span className={cn('min-w-0 [overflow-wrap:anywhere]', status === 'running' && 'text-ink')}>
          {stepText(words, step)}
          <span className="text-ink-soft tabular-nums">
            {remark === undefined ? null : <> · {words.t(remark)}</>}
            <Time step={step} />
          </span>
        </span>
        <ChevronRight
          aria-hidden
          className={cn(
            'mt-0.5 size-4 shrink-0 text-ink-faint opacity-0 transition-transform duration-fast group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100',
            open && 'rotate-90 opacity-100',
          )}
        />
      </button>
      {call.script?.question === undefined || past ? null : (
        <TerminalQuestion call={call} question={call.script.question} />
      )}
      <BareNote callId={call.callId} />
      {open ? (
        <>
          <StepDetail call={call} />
          <StepNote callId={call.callId} />
        </>
      ) : null}
    </li>
  );
}

/** Something was found in what this call was given or gave back. */
function useFoundCall(callId: string): boolean {
  const found = useFound();
  const events = useAllEvents();
  if (found === undefined) return false;
  const event = events.find(({ seq }) => seq === found.seq);
  return event !== undefined && 'callId' in event && event.callId === callId;
}

/** A note beside the step: what it gave back, or its beginning. */
function StepNote({ callId }: { readonly callId: string }) {
  const events = useEvents();
  const event = events.findLast(
    (one) => (one.type === 'tool-finished' || one.type === 'tool-started') && one.callId === callId,
  );
  if (event === undefined) return null;
  return (
    <div className="mb-1 ml-9.5">
      <NoteButton seq={event.seq} />
    </div>
  );
}

/** The agent's steps between two of its messages. */
export function Activity({ steps }: { readonly steps: readonly Step[] }) {
  const simple = useSimpleView();
  const Line = simple ? PlainStep : StepLine;
  return (
    <ul className="space-y-0.5">
      {steps.map((step) => (
        <Line key={step.call.callId} step={step} />
      ))}
    </ul>
  );
}
