import { useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../../../renderer/i18n/index.ts';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import { needsTerminal, plainOutput, VisibleText } from '../../../../renderer/shared/visible-text.tsx';
import { useWords } from '../../../../renderer/shared/words.ts';
import { useActions, useLive, usePast } from '../../../../renderer/store/index.ts';
import { Button, later, Spinner } from '../../../../renderer/ui/index.ts';
import type { CallView } from '../../../../shared/session-state.ts';
import { NoOutputOf } from './no-output.tsx';
import { TerminalReplay } from './terminal-replay.tsx';

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
export function TerminalOutput({ call }: { readonly call: CallView }) {
  return usePast() ? <TerminalReplay call={call} /> : <PrintedOutput call={call} />;
}

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
