import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useRemembered } from '../../../renderer/cards/chat-scope.tsx';
import { useWords, VisibleText, visiblePieces } from '../../../renderer/shared/words.tsx';
import { Button, cn } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { foldedText } from '../../../shared/text/folded-text.ts';
import type { ApprovalItem } from './transcript/transcript-items.ts';

const NOTE = 'my-0.5 block w-fit rounded-control bg-sunken px-1.5 font-sans text-sm';

/** Text that is judged before it runs: empty lines are folded, a long middle is a press away. */
export function JudgedText({ text, memoryKey }: { readonly text: string; readonly memoryKey: string }) {
  const words = useWords();
  const [all, setAll] = useRemembered(`${memoryKey}/all`, false);
  const count = (n: number) => words.format.number(n);
  let at = 0;
  return foldedText(text, all).map((piece) => {
    const key = at;
    at += piece.text.length;
    if (piece.kind === 'text') return <VisibleText key={key} text={piece.text} />;
    if (piece.kind === 'blank')
      return (
        <span key={key} className={cn(NOTE, 'text-ink-soft')}>
          {words.t('approval.blankLines', { count: count(piece.lines) })}
        </span>
      );
    return (
      <button
        key={key}
        type="button"
        className={cn(NOTE, 'px-2 py-1 text-left font-medium text-accent hover:bg-hover')}
        onClick={() => setAll(true)}
      >
        {piece.lines < 2
          ? words.t('approval.cutCharacters', { count: count(piece.text.length) })
          : words.t('approval.cutLines', { count: count(piece.lines) })}
      </button>
    );
  });
}

/** In full, or with its middle folded; `onEnd` once its end was in view. */
function ExactText({
  label,
  text,
  memoryKey,
  onEnd,
}: {
  readonly label: string;
  readonly text: string;
  readonly memoryKey: string;
  readonly onEnd: () => void;
}) {
  const end = useRef<HTMLSpanElement>(null);
  const report = useRef(onEnd);
  report.current = onEnd;
  useEffect(() => {
    const element = end.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) report.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <figure>
      <figcaption className="mb-1 text-ink-soft text-sm">{label}</figcaption>
      <pre className="max-h-96 overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-side px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
        <JudgedText text={text} memoryKey={memoryKey} />
        <span ref={end} data-end>
          {'\u200b'}
        </span>
      </pre>
    </figure>
  );
}

const isHidden = (text: string): boolean => visiblePieces(text).some((piece) => piece.hidden);

/** A script is known by its name and what it may do; anything else only by its words, and so is all that is odd. */
function opensAtOnce({ facts }: ApprovalItem['approval']['detail'], isOdd: boolean): boolean {
  return (
    isOdd ||
    facts === undefined ||
    facts.subject !== 'script' ||
    facts.sandbox === 'none' ||
    facts.suspect !== undefined
  );
}

/** Undefined where packages are fetched: the model wrote no command for it. */
const exactCommand = ({ command, facts }: ApprovalItem['approval']['detail']): string | undefined =>
  facts?.packages === undefined ? command : undefined;

/** The exact call: if its end is in view, and what to know of it. */
export interface ExactCallState {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly saw: (text: string) => void;
  readonly warnings: readonly string[];
  /** Id of the line that says what is still to be seen before one allows it. */
  readonly unseen: string | undefined;
}

export function useExactCall({ key, approval: { detail } }: ApprovalItem): ExactCallState {
  const words = useWords();
  const { path, cwd, facts } = detail;
  const command = exactCommand(detail);
  const hidden = isHidden([command, path, cwd].join(''));
  const texts = [command, path].filter((text) => text !== undefined);
  const folded = texts.flatMap((text) => foldedText(text));
  const opens = opensAtOnce(detail, hidden || folded.length > texts.length);
  const [open, setOpen] = useRemembered(`${key}/exact`, opens);
  const [seen, setSeen] = useRemembered<ReadonlySet<string>>(`${key}/seen`, new Set());
  const unseenId = useId();
  return {
    open,
    setOpen,
    saw: (text) => setSeen(new Set([...seen, text])),
    warnings: [
      ...(hidden ? [words.t('approval.hiddenWarning')] : []),
      ...(facts?.suspect === undefined ? [] : [words.t('approval.fact.suspect')]),
      ...(folded.some(({ kind }) => kind === 'cut') ? [words.t('approval.cutWarning')] : []),
    ],
    unseen: opens && texts.some((text) => !seen.has(text)) ? unseenId : undefined,
  };
}

interface ExactCallProps {
  readonly item: ApprovalItem;
  readonly exact: ExactCallState;
}

/** The exact command, file or values; a click away where they need not be seen. */
export function ExactCall({ item, exact }: ExactCallProps) {
  const words = useWords();
  const { path, cwd, facts } = item.approval.detail;
  const command = exactCommand(item.approval.detail);
  if (command === undefined && path === undefined) return null;
  const isTool = facts?.subject === 'tool';
  return (
    <Collapsible
      open={exact.open}
      onOpenChange={exact.setOpen}
      triggerClassName="py-0.5 text-ink-soft text-sm hover:text-ink"
      summary={words.t(command === undefined ? 'approval.exactFile' : isTool ? 'approval.exactTool' : 'approval.exact')}
    >
      <div className="space-y-3 pt-2">
        {command === undefined ? null : (
          <ExactText
            label={words.t(isTool ? 'approval.toolLabel' : 'approval.commandLabel')}
            text={command}
            memoryKey={`${item.key}/command`}
            onEnd={() => exact.saw(command)}
          />
        )}
        {path === undefined ? null : (
          <ExactText
            label={words.t('approval.pathLabel')}
            text={path}
            memoryKey={`${item.key}/path`}
            onEnd={() => exact.saw(path)}
          />
        )}
        {cwd === undefined ? null : (
          <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
            <VisibleText text={words.t('approval.inFolder', { folder: cwd })} />
          </p>
        )}
      </div>
    </Collapsible>
  );
}

/** Beside the buttons: what to know, and to have seen, before one allows it. */
export function ExactWarnings({ exact: { setOpen, warnings, unseen } }: Pick<ExactCallProps, 'exact'>) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  if (warnings.length === 0 && unseen === undefined) return null;
  const toEnd = () => {
    flushSync(() => setOpen(true));
    const ends = place.current?.closest('section')?.querySelectorAll('[data-end]') ?? [];
    for (const end of ends) end.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div ref={place} className="basis-full space-y-1.5">
      {warnings.map((line) => (
        <p key={line} className="flex items-start gap-1.5 font-medium text-danger">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {line}
        </p>
      ))}
      {unseen === undefined ? null : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
          <span id={unseen}>{words.t('approval.unseen')}</span>
          <Button size="sm" data-to-end onClick={toEnd}>
            {words.t('approval.toEnd')}
          </Button>
        </p>
      )}
    </div>
  );
}
