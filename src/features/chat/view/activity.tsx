import {
  Check,
  ChevronRight,
  CircleAlert,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleStop,
  ShieldAlert,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { FileButtons } from '../../../renderer/cards/card-view.tsx';
import { useRemembered } from '../../../renderer/cards/chat-scope.tsx';
import { type Translate, useLanguage, useT } from '../../../renderer/i18n.ts';
import { type ChatKey, useWords, VisibleText, type Words } from '../../../renderer/shared/words.tsx';
import {
  refusalIn,
  useAllEvents,
  useEvents,
  useFound,
  usePast,
  usePlayhead,
  useSessionState,
  useSimpleView,
} from '../../../renderer/store/index.ts';
import { cn, Spinner } from '../../../renderer/ui/index.ts';
import { refusalText, remedyFor } from '../../../shared/messages/failure.ts';
import type { CallView, ScriptView } from '../../../shared/session-state.ts';
import { argumentRows, STEP_REMARK, stepText } from './step-words.ts';
import { PackagesLine, ResultText, TerminalOutput, TerminalQuestion, usePackages } from './terminal-output.tsx';
import type { Step, StepStatus } from './transcript/transcript-items.ts';
import { AttachedFiles, NoteButton } from './transcript/user-message.tsx';

/** Milliseconds since the epoch, updated every second while `ticking`; for a past moment, its time. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return usePlayhead(ticking) ?? now;
}

const isBare = ({ script, approval }: CallView): boolean => script?.sandbox === 'none' && approval === undefined;

/** Shown once per conversation, beside the first unconfined run that needed no approval. */
function BareNote({ callId }: { readonly callId: string }) {
  const words = useWords();
  // Every row asks at every change: all calls are searched only for a row that the notice may belong to.
  const isFirst = useSessionState(({ calls }) => {
    const own = Object.hasOwn(calls, callId) ? calls[callId] : undefined;
    return own !== undefined && isBare(own) && Object.values(calls).find(isBare) === own;
  });
  if (!isFirst) return null;
  return (
    <p className="mt-0.5 ml-5.5 flex items-start gap-1.5 text-pretty text-ink-soft text-sm">
      <ShieldAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {words.t('step.bareNote')}
    </p>
  );
}

const DECIDED: Readonly<Record<string, ChatKey>> = {
  once: 'step.allowedOnce',
  session: 'step.allowedSession',
  always: 'step.allowedAlways',
  denied: 'step.deniedNote',
};

/** The user's answer; a lasting one is revoked in the settings. */
function GrantNote({ call }: { readonly call: CallView }) {
  const words = useWords();
  const withdrawn = useSessionState((state) => state.withdrawnGrants);
  const { approval } = call;
  const decided = approval?.unasked ? 'step.unaskedNote' : DECIDED[approval?.decision ?? ''];
  if (approval === undefined || decided === undefined) return null;
  const goesOn = approval.decision === 'session' || approval.decision === 'always';
  const keys = goesOn ? (approval.detail.facts?.keys ?? []) : [];
  const gone = keys.length > 0 && keys.every((key) => withdrawn?.includes(key));
  return <p className="text-ink-soft text-sm">{words.t(gone ? 'step.withdrawn' : decided)}</p>;
}

const BOX =
  'max-h-72 overflow-auto whitespace-pre-wrap rounded-control border border-line bg-side px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]';

function Part({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="min-w-0">
      <h4 className="mb-1 flex items-center justify-between gap-3 text-ink-soft text-sm">
        <span>{title}</span>
        {/* Two texts beside each other would be one. */}
        {aside === undefined ? null : <span>{aside}</span>}
      </h4>
      {children}
    </section>
  );
}

function Arguments({ call }: { readonly call: CallView }) {
  const words = useWords();
  const all = argumentRows(call.arguments);
  const command = all?.find(({ name }) => name === 'command');
  const rows = all?.filter((row) => row !== command);
  if (all?.length === 0) return null;
  const exact = rows === undefined ? call.arguments : command?.value;
  return (
    <Part title={words.t(command === undefined ? 'step.arguments' : 'step.command')}>
      {exact === undefined ? null : (
        <pre className={BOX}>
          <VisibleText text={exact} />
        </pre>
      )}
      {rows === undefined || rows.length === 0 ? null : (
        <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-control border border-line bg-side px-3 py-2 text-sm">
          {rows.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
                <VisibleText text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  );
}

function exitInWords(words: Words, t: Translate, finished: NonNullable<ScriptView['finished']>): string {
  if (finished.limit !== undefined) return t(`terminal.limit.${finished.limit}`);
  if (finished.timedOut) return words.t('step.timedOut');
  if (finished.exitCode === null) return words.t('step.exitSignal');
  return finished.exitCode === 0 ? words.t('step.exitOk') : words.t('step.exitBad', { code: finished.exitCode });
}

function confinedBy(words: Words, sandbox: string): string {
  if (sandbox === 'none') return words.t('step.unconfined');
  return sandbox === 'embedded-python' ? words.t('step.confinedByPython') : words.t('step.confined', { kind: sandbox });
}

function Script({ call, script }: { readonly call: CallView; readonly script: ScriptView }) {
  const words = useWords();
  const t = useT();
  const { finished, sandbox } = script;
  const confined = sandbox === undefined ? undefined : confinedBy(words, sandbox);
  return (
    <>
      <Part title={words.t('step.terminal')} aside={confined}>
        <TerminalOutput call={call} />
        {finished === undefined ? null : (
          <p className="mt-1 text-ink-soft text-sm">
            {exitInWords(words, t, finished)}
            {finished.truncated ? <> · {words.t('step.truncated')}</> : null}
          </p>
        )}
      </Part>
      {finished !== undefined && finished.outputs.length > 0 ? (
        <Part title={words.t('step.files')}>
          <FileButtons files={finished.outputs} />
        </Part>
      ) : null}
    </>
  );
}

/** The result is written for the model, in English; this says the same to the person. */
function Refusal({ call }: { readonly call: CallView }) {
  const t = useT();
  const language = useLanguage();
  const { code, figures } = refusalIn(call.data);
  const refused = call.refusal === undefined ? undefined : refusalText(language, call.refusal);
  // The grant's note says that a question was declined.
  const isAllowed = call.approval?.decision !== undefined && call.approval.decision !== 'denied';
  if (refused !== undefined && (call.approval === undefined || isAllowed)) return <p className="text-sm">{refused}</p>;
  if (call.status !== 'failed' || code === undefined) return null;
  return (
    <p className="text-sm">
      <span className="font-medium">{t(`errors.${code}`)}</span>
      <br />
      {remedyFor(language, code, figures)}
    </p>
  );
}

/** All of one call: what was asked, what was printed, what came back. */
function StepDetail({ call }: { readonly call: CallView }) {
  const words = useWords();
  return (
    <div className="@container my-1.5 ml-5.5 space-y-3 border-line border-l pl-4">
      <GrantNote call={call} />
      <Refusal call={call} />
      <Arguments call={call} />
      {call.script === undefined ? null : <Script call={call} script={call.script} />}
      {call.content === undefined || call.content === '' ? null : (
        <Part title={words.t('step.result')}>
          <ResultText seq={call.cut?.seq ?? 0} content={call.content} cut={call.cut} className={BOX} />
          <div className="*:justify-start">
            {call.attachments === undefined ? null : <AttachedFiles files={call.attachments} />}
          </div>
        </Part>
      )}
    </div>
  );
}

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

/** The step as one sentence, with what became of it. */
function Sentence({ step, children }: { readonly step: Step; readonly children?: ReactNode }) {
  const words = useWords();
  const { status } = step;
  const remark = STEP_REMARK[status];
  const packages = usePackages(step);
  return (
    <>
      <span className="flex h-5 w-4 shrink-0 items-center justify-center">
        <StatusIcon status={status} />
      </span>
      <span className={cn('min-w-0 [overflow-wrap:anywhere]', status === 'running' && 'text-ink')}>
        {packages?.text ?? stepText(words, step)}
        <span className="text-ink-soft tabular-nums">
          {remark === undefined ? null : <> · {words.t(remark)}</>}
          {children}
        </span>
      </span>
    </>
  );
}

/** Below the sentence, in either view. */
function BelowSentence({ step }: { readonly step: Step }) {
  const { call } = step;
  const past = usePast();
  return (
    <>
      {call.script?.question === undefined || past ? null : (
        <TerminalQuestion call={call} question={call.script.question} />
      )}
      <PackagesLine step={step} />
      <BareNote callId={call.callId} />
    </>
  );
}

/** In the simple view a step is its sentence alone. */
const PlainStep = ({ step }: { readonly step: Step }) => (
  <li className="py-0.5 text-ink-soft">
    <span className="flex items-start gap-1.5">
      <Sentence step={step} />
    </span>
    <BelowSentence step={step} />
  </li>
);

/** A quiet line that unfolds. */
export function FoldButton({
  open,
  onPress,
  controls,
  children,
}: {
  readonly open: boolean;
  readonly onPress: () => void;
  readonly controls?: string;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onPress}
      className="group -mx-1.5 flex max-w-full cursor-default items-start gap-1.5 rounded-control px-1.5 py-0.5 text-left text-ink-soft hover:bg-hover hover:text-ink"
    >
      {children}
      <ChevronRight
        aria-hidden
        className={cn(
          'mt-0.5 size-4 shrink-0 text-ink-faint opacity-0 transition-transform duration-fast group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100',
          open && 'rotate-90 opacity-100',
        )}
      />
    </button>
  );
}

/** One call as one sentence, which unfolds to all of it. */
function StepLine({ step }: { readonly step: Step }) {
  const { call } = step;
  const [open, setOpen] = useRemembered(`step/${call.callId}`, false);
  const found = useFoundCall(call.callId);
  useEffect(() => {
    if (found) setOpen(true);
  }, [found, setOpen]);
  return (
    <li>
      <FoldButton open={open} onPress={() => setOpen(!open)}>
        <Sentence step={step}>
          <Time step={step} />
        </Sentence>
      </FoldButton>
      <BelowSentence step={step} />
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
