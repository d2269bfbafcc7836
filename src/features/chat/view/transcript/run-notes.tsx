import { Blocks, RotateCcw } from 'lucide-react';
import { useChatScope } from '../../../../renderer/cards/chat-scope.tsx';
import { useLanguage, useText } from '../../../../renderer/i18n.ts';
import { useWords } from '../../../../renderer/shared/words.tsx';
import { useActions, usePast, useSessionState, useSettings } from '../../../../renderer/store/index.ts';
import { Banner, Button, Spinner } from '../../../../renderer/ui/index.ts';
import { failureReason } from '../../../../shared/messages/failure.ts';
import type { CatalogChange, ModelFailure, RunEnd } from '../../../../shared/session-state.ts';
import { useNow } from '../activity.tsx';
import type { ItemOf } from './transcript-items.ts';

/** Skills came or went while the conversation was under way. */
export function CatalogNote({ change: { added, removed } }: { readonly change: CatalogChange }) {
  const words = useWords();
  const list = (ids: readonly string[]) => words.format.list(ids);
  return (
    <p className="flex items-start gap-2 text-ink-soft text-sm">
      <Blocks aria-hidden className="mt-px size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {[
          ...(added.length === 0 ? [] : [words.t('catalog.added', { count: added.length, skills: list(added) })]),
          ...(removed.length === 0
            ? []
            : [words.t('catalog.removed', { count: removed.length, skills: list(removed) })]),
        ].join(' ')}
      </span>
    </p>
  );
}

/** Something is coming. Not announced: the status line speaks for it. */
export function ProgressLine({ writing, summarising }: Pick<ItemOf<'progress'>, 'writing' | 'summarising'>) {
  const words = useWords();
  return (
    <p className="flex items-center gap-2 text-ink-soft">
      <Spinner decorative className="size-3.5 text-accent" />
      {words.t(summarising ? 'compaction.summarising' : writing.length > 0 ? 'preparing' : 'thinking')}
    </p>
  );
}

/** Failures that only a settings change can fix. */
const IN_SETTINGS: ReadonlySet<string> = new Set([
  'unauthorized',
  'not-found',
  'redirected',
  'not-a-stream',
  'unreachable',
  'answer-too-long',
]);

// Highlights words in place without changing the elements: Markdown, terminals and code keep theirs.

/** Name of `::highlight(found)` in `styles.css`. */
const NAME = 'found';
/** Limit of highlights per message: more would not help to find the first. */
const MOST = 500;

/** Ranges in `text` of each of the space-separated `words`, ignoring case. Pure. */
export function placesOf(text: string, words: string): readonly (readonly [number, number])[] {
  const folded = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => {
      const places: [number, number][] = [];
      for (
        let at = folded.indexOf(word);
        at >= 0 && places.length < MOST;
        at = folded.indexOf(word, at + word.length)
      ) {
        places.push([at, at + word.length]);
      }
      return places;
    });
}

/** A text that styling has cut in pieces is read as one. */
export function markWords(within: Element | null, words: string): void {
  if (within === null || !('highlights' in CSS)) return;
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const pieces: { readonly node: Node; readonly from: number; readonly to: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const piece = node.textContent ?? '';
    pieces.push({ node, from: text.length, to: text.length + piece.length });
    text += piece;
  }
  const pieceAt = (at: number) => pieces.find(({ from, to }) => at >= from && at < to);
  const ranges = placesOf(text, words).flatMap(([from, to]) => {
    const [first, last] = [pieceAt(from), pieceAt(to - 1)];
    if (first === undefined || last === undefined) return [];
    const range = new Range();
    range.setStart(first.node, from - first.from);
    range.setEnd(last.node, to - last.from);
    return [range];
  });
  CSS.highlights.set(NAME, new Highlight(...ranges));
}

export function unmarkWords(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME);
}

function Again() {
  const words = useWords();
  const past = usePast();
  const { retry } = useActions();
  if (past) return null;
  return (
    <Button size="sm" onClick={() => void retry()} icon={RotateCcw}>
      {words.t('end.retry')}
    </Button>
  );
}

/**
 * Continues by sending a plain message, so that finished work is not repeated. The demo model follows fixed rules and
 * cannot continue: it only offers a retry.
 */
function GoOn() {
  const words = useWords();
  const { demo } = useSettings();
  const past = usePast();
  const { send } = useActions();
  if (demo || past) return null;
  return (
    <Button size="sm" variant="primary" onClick={() => void send(words.t('end.continueText'))}>
      {words.t('end.continue')}
    </Button>
  );
}

const Ways = () => (
  <div className="flex shrink-0 flex-wrap justify-end gap-2">
    <Again />
    <GoOn />
  </div>
);

/** The failure, and what would help. */
function Failed({ end: { code = '', message = '', reason, figures } }: { readonly end: RunEnd }) {
  const words = useWords();
  const language = useLanguage();
  const { openSettings } = useChatScope();
  return (
    <Banner tone="danger" title={words.t('end.errorTitle')}>
      <p className="[overflow-wrap:anywhere]">{failureReason(language, { reason, figures, message })}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Again />
        {IN_SETTINGS.has(code) ? (
          <Button size="sm" onClick={openSettings}>
            {words.t('end.settings')}
          </Button>
        ) : null}
      </div>
    </Banner>
  );
}

/** Reason why the run ended, where it did not simply end well, and what to do now. */
export function RunEndNote({ end }: { readonly end: RunEnd }) {
  const words = useWords();
  const steps = useSessionState((state) => state.limits.maxIterations);
  if (end.state === 'stopped' && end.code !== 'interrupted' && end.code !== 'branched') {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-ink-soft text-sm">{words.t('end.stopped')}</p>
        <Again />
      </div>
    );
  }
  const interrupted = end.code === 'branched' || end.code === 'interrupted' ? end.code : undefined;
  const unfinished = end.state === 'max-iterations' ? 'maxIterations' : interrupted;
  if (unfinished !== undefined) {
    return (
      <Banner tone={unfinished === 'branched' ? 'info' : 'warning'} action={<Ways />}>
        {words.t(`end.${unfinished}`, { count: steps })}
      </Banner>
    );
  }
  if (end.code === 'refused') return <p className="text-ink-soft text-sm">{words.t('end.refused')}</p>;
  return <Failed end={end} />;
}

/** The model failed for now; counts down to the next try. */
export function RetryNote({ failure }: { readonly failure: ModelFailure }) {
  const words = useWords();
  const { t, language } = useText();
  const now = useNow(true);
  const left = Math.ceil((Date.parse(failure.at) + (failure.retryInMs ?? 0) - now) / 1000);
  const text = failureReason(language, failure);
  return (
    <p className="flex items-center gap-2 text-ink-soft">
      <Spinner decorative className="size-3.5 text-warning" />
      <span className="tabular-nums [overflow-wrap:anywhere]">
        {left <= 0
          ? t('event.retriesNow', { text })
          : t('event.retries', { text, duration: words.format.duration(left * 1_000) })}
      </span>
    </p>
  );
}

// Screen reader output of a streaming answer: whole sentences, never tokens.

const SENTENCE_END = /[。！？!?…\n]|[.](?=\s)/g;

/** End of the last whole sentence in `text`; `text.length` once it is over. */
export function spokenUpTo(text: string, over: boolean): number {
  if (over) return text.length;
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  return end;
}

/** Markdown's signs out, its words kept. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/```[^\n]*/g, '')
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/^\s*(?:#{1,6}|[-*+]|>|\d+\.)\s+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
