import { type ApprovalFacts, factLines } from '../../../../shared/approvals.ts';
import { cardLines } from '../../../../shared/cards/card.ts';
import { parseCard } from '../../../../shared/cards/registry.ts';
import type { Delta, EventOf, SessionEvent } from '../../../../shared/events.ts';
import { type Compared, comparedLines } from '../../../../shared/forms/compared.ts';
import { describeEvent } from '../../../../shared/messages/describe-event.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { packagesStep } from '../../../../shared/skills/skill-packages.ts';
import type { Terminal } from '../command.ts';
import { oneLine, visible } from './print.ts';

// Progress on stderr: one plain line for each relevant event.

/**
 * Prints the answer on stdout as it streams, each character once, even if text is repeated or restarted. The text of
 * each answered request ends with a line break.
 */
export function createAnswerText() {
  let iteration = 0;
  let printed = '';
  let coming = '';
  const endLine = () => {
    const end = printed === '' || printed.endsWith('\n') ? '' : '\n';
    printed = '';
    coming = '';
    return end;
  };
  /** Empty while the new text repeats the printed one; starts a new line where it differs. */
  const print = (text: string): string => {
    if (printed.startsWith(text)) return '';
    if (text.startsWith(printed)) {
      const fresh = text.slice(printed.length);
      printed = text;
      return fresh;
    }
    const before = printed.endsWith('\n') ? '' : '\n';
    printed = text;
    return before + text;
  };
  return {
    delta({ iteration: of, offset, text }: Extract<Delta, { type: 'text-delta' }>) {
      const before = of === iteration ? '' : endLine();
      iteration = of;
      coming = coming.slice(0, offset) + text;
      return before + print(coming);
    },
    responded(event: EventOf<'model-responded'>) {
      const before = event.iteration === iteration ? '' : endLine();
      iteration = event.iteration;
      const rest = print(event.text);
      return before + rest + endLine();
    },
    /** A try failed: what comes next is a new beginning. */
    failed() {
      coming = '';
    },
  };
}

export function approvalLines(facts: ApprovalFacts, { t, approval }: CliWords): string[] {
  return factLines(facts).map(({ code, items, tone }) => {
    const text = t(`chat.approval.fact.${code}`, { items: items.map(visible).join(approval.between) });
    return `  ${tone === 'warns' ? '!' : tone === 'grants' ? '+' : '-'} ${text}`;
  });
}

// A quote in plain lines: what a person says yes to, from the script's own figures.

/**
 * Undefined where `preview` is no card. Every line is safe to print.
 * @param language BCP 47.
 */
export function quoteLines(
  preview: unknown,
  { words, language }: { readonly words: CliWords; readonly language: string },
): string[] | undefined {
  const card = parseCard(preview)?.plain();
  return card === undefined ? undefined : cardLines(card, speechIn(words, language)).map(oneLine);
}

const speechIn = ({ number }: CliWords, language: string) => ({ language: language.slice(0, 2).toLowerCase(), number });

/** Wishes beside results, each line safe to print. */
export const askedLines = (
  compared: readonly Compared[],
  { words, language }: { readonly words: CliWords; readonly language: string },
): string[] => ['', ...comparedLines(compared, speechIn(words, language), words.t)].map((line) => `  ${visible(line)}`);

/** Characters of a text that others wrote. */
const MAX_DETAIL = 160;

/**
 * Shows how far packages are: rewrites one line of a terminal, which `undefined` clears; elsewhere a line for each step.
 */
export function createPackagesLine(stderr: Terminal['stderr'], note: (line: string) => void, { t }: CliWords) {
  const isLive = stderr.isTTY === true;
  let shown = '';
  return (delta: Extract<Delta, { readonly type: 'packages-delta' }> | undefined): void => {
    if (delta === undefined) {
      if (isLive && shown !== '') stderr.write('\r\x1b[K');
      shown = '';
      return;
    }
    const { what, come, figures } = packagesStep(delta);
    const doing = t(`chat.step.packages.${what}`, { skill: oneLine(delta.skill) });
    const line = `${doing}${isLive && come !== undefined ? ` · ${t(`chat.step.packages.${come}`, figures)}` : ' …'}`;
    if (line === shown) return;
    shown = line;
    if (isLive) stderr.write(`\r\x1b[K${line}`);
    else note(line);
  };
}

const SHOWN: ReadonlySet<SessionEvent['type']> = new Set([
  ...(['tool-started', 'skill-loaded', 'skill-unloaded', 'loaded-skill-changed', 'reference-loaded'] as const),
  ...(['tool-server-changed', 'packages-provided', 'context-compacted', 'compaction-undone'] as const),
  ...(['model-failed', 'answer-checked', 'skill-missed', 'artifact-saved'] as const),
]);

/**
 * Undefined where the event is not worth a line.
 * @param begun a request was sent before it: what the first one brings is no change that anybody saw (seeds/003 §9).
 */
export function progressLine(event: SessionEvent, { run, language }: CliWords, begun: boolean): string | undefined {
  if (event.type === 'model-responded')
    return event.purpose !== 'summary' && event.finishReason === 'length' ? run.cut : undefined;
  if (event.type === 'run-finished' && event.state === 'max-iterations') return run.iterationLimit;
  if (!SHOWN.has(event.type) && !isShown(event, begun)) return undefined;
  // The end of a failure's text says what to do about it.
  const isFailure = event.type === 'model-failed' || event.type === 'run-finished';
  const line = oneLine(describeEvent(language, event, isFailure ? undefined : MAX_DETAIL));
  const help = event.type === 'tool-finished' ? FETCHES.exec(event.content)?.[0] : undefined;
  return help === undefined ? line : `${line} → ${help}`;
}

/** The command that fetches what a skill lacks, as a failed run's result names it. */
const FETCHES = /skilldeck skills packages [\p{L}\p{N}-]+/u;

/** Types of which only some events are worth a line. */
function isShown(event: SessionEvent, begun: boolean): boolean {
  switch (event.type) {
    case 'tool-finished':
      return !event.ok;
    case 'catalog-changed':
      return begun && event.added.length + event.removed.length > 0;
    case 'request-sent':
      return event.purpose === 'summary';
    case 'settings-changed':
      return event.learned !== undefined;
    case 'run-finished':
      return event.state !== 'completed' || event.code === 'refused';
    default:
      return false;
  }
}
