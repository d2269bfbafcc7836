import type { ReactNode } from 'react';
import { remedyFor } from '../../../shared/messages/failure.ts';
import { refusalText } from '../../../shared/messages/run-failure.ts';
import type { CallView, ScriptView } from '../../../shared/session-state.ts';
import { useRemembered } from '../../cards/chat-scope.tsx';
import { FileButtons } from '../../cards/file-buttons.tsx';
import { type Translate, useLanguage, useT } from '../../i18n/index.ts';
import { useWords } from '../../shared/use-words.ts';
import { plainOutput } from '../../shared/visible-text.ts';
import { VisibleText } from '../../shared/visible-text-view.tsx';
import type { Words } from '../../shared/words.ts';
import { refusalIn } from '../../store/index.ts';
import { cn } from '../../ui/index.ts';
import { TerminalOutput } from '../terminal/terminal-output.tsx';
import { GrantNote } from './grant-note.tsx';
import { argumentRows } from './tool-arguments.ts';

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
  const [json, setJson] = useRemembered(`${call.callId}/json`, false);
  const all = argumentRows(call.arguments);
  if (all?.length === 0) return null;
  const command = all?.find(({ name }) => name === 'command');
  const rows = all?.filter((row) => row !== command);
  const asJson = json || rows === undefined;
  const toggle =
    rows === undefined ? null : (
      <button
        type="button"
        aria-pressed={json}
        onClick={() => setJson(!json)}
        className="cursor-default rounded px-1 text-ink-soft text-xs hover:bg-hover hover:text-ink"
      >
        {words.t(json ? 'step.asRows' : 'step.asJson')}
      </button>
    );
  return (
    <Part title={words.t(command === undefined || asJson ? 'step.arguments' : 'step.command')} aside={toggle}>
      {command === undefined || asJson ? null : (
        <pre className={cn(BOX, rows?.length !== 0 && 'mb-2')}>
          <VisibleText text={command.value} />
        </pre>
      )}
      {asJson ? (
        <pre className={BOX}>
          <VisibleText text={call.arguments} />
        </pre>
      ) : rows.length === 0 ? null : (
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-control border border-line bg-side px-3 py-2 text-sm">
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
export function StepDetail({ call }: { readonly call: CallView }) {
  const words = useWords();
  return (
    <div className="@container my-1.5 ml-5.5 space-y-3 border-line border-l pl-4">
      <GrantNote call={call} />
      <Refusal call={call} />
      <Arguments call={call} />
      {call.script === undefined ? null : <Script call={call} script={call.script} />}
      {call.content === undefined || call.content === '' ? null : (
        <Part title={words.t('step.result')}>
          <pre className={BOX}>
            <VisibleText text={plainOutput(call.content)} />
          </pre>
        </Part>
      )}
    </div>
  );
}
