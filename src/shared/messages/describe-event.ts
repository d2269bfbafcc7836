/** An event in one line, in a person's language: for the window, the terminal and exports, which choose what they show. */
import { textIn, type WatchReading } from '../cards/card.ts';
import { assertNever, type ErrorDetail } from '../errors.ts';
import type { AnswerCheck, ApprovalDetail, EventOf, SessionEvent } from '../events.ts';
import type { LEFT_OUT, McpFault } from '../mcp-faults.ts';
import type { WatchView } from '../reducer/watches.ts';
import { fallbackText } from '../summary.ts';
import { ownWords } from '../text/program-parts.ts';
import { excerptOf, shorten } from '../text/text.ts';
import { detailIn, failureReason, isKnownDetail, refusalText, withReason } from './failure.ts';
import { formatFor } from './format.ts';
import { translatorFor } from './translate.ts';
import type { Language, Translate } from './types.ts';

/** Events that change the next request. */
const NAMED_EVENTS = [
  ...(['session-created', 'settings-changed', 'prompt-changed', 'catalog-changed', 'catalog-listed'] as const),
  'history-rewound' as const,
  ...(['skill-loaded', 'skill-unloaded', 'loaded-skill-changed', 'skill-pin-changed'] as const),
  ...(['reference-loaded', 'reference-unloaded', 'message-pin-changed'] as const),
  ...(['context-compacted', 'compaction-undone'] as const),
  ...(['user-message-added', 'model-responded', 'tool-finished'] as const),
] as const;
export type NamedEvent = EventOf<(typeof NAMED_EVENTS)[number]>;

/** Characters of what was said. */
const SAID = 80;

export const isNamed = (event: SessionEvent): event is NamedEvent =>
  (NAMED_EVENTS as readonly string[]).includes(event.type);

/** The event as a cause or a mark: in a few words, without figures. */
export function eventName(t: Translate, event: NamedEvent): string {
  switch (event.type) {
    case 'skill-loaded': {
      const { skill, sections = [] } = event;
      return t('event.skill-loaded', { name: sections.length === 0 ? skill : `${skill} (${sections.join(', ')})` });
    }
    case 'skill-unloaded':
    case 'loaded-skill-changed':
      return t(`event.${event.type}`, { name: event.skill });
    case 'reference-loaded':
    case 'reference-unloaded':
      return t(`event.${event.type}`, { name: event.path });
    case 'skill-pin-changed':
      return t(event.pinned ? 'event.pinned' : 'event.unpinned', { name: event.skill });
    case 'message-pin-changed':
      return t(event.pinned ? 'event.messagePinned' : 'event.messageUnpinned');
    case 'settings-changed': {
      const { learned } = event;
      if (learned === undefined) return t('event.settings-changed');
      return t('event.limitLearned', { held: String(learned.maxContext), was: String(learned.was) });
    }
    case 'tool-finished':
      return t('event.tool-finished', { name: event.name });
    case 'user-message-added':
      return t('event.user-message-added', { text: shorten(excerptOf(ownWords(event.text)), SAID) });
    default:
      return t(`event.${event.type}`);
  }
}

const askedIn = ({ asks, command, path }: ApprovalDetail): string | undefined => asks?.message ?? command ?? path;

/** @param most characters of each text that the event carries, on one line; absent: all of it, as it was written. */
export function describeEvent(language: Language, event: SessionEvent, most?: number): string {
  const t = translatorFor(language);
  const { number, duration, list, bytes } = formatFor(language);
  const cut = (text: string): string => (most === undefined ? text : shorten(text, most));
  switch (event.type) {
    case 'settings-changed': {
      const { learned } = event;
      if (learned === undefined) return eventName(t, event);
      return t('event.limitLearned', { held: number(learned.maxContext), was: number(learned.was) });
    }
    case 'session-created':
    case 'prompt-changed':
    case 'skill-pin-changed':
    case 'message-pin-changed':
    case 'reference-unloaded':
    case 'user-message-added':
      return eventName(t, event);
    case 'catalog-changed':
      return catalogLine(language, event, cut);
    case 'catalog-listed':
      return listedLine(language, event);
    case 'skill-loaded':
    case 'reference-loaded':
      return t('event.entered', { what: eventName(t, event), n: number(event.tokens) });
    case 'skill-unloaded':
      return t('event.because', { what: eventName(t, event), why: t(`parts.unloaded.${event.reason}`) });
    case 'skill-missed':
      return t('event.skill-missed', { name: event.skill });
    case 'loaded-skill-changed':
      return t(`event.onDisk.${event.state}`, { name: event.skill });
    case 'skill-switch-changed': {
      const key = event.enabled === null ? 'follows' : event.enabled ? 'on' : 'off';
      return t(`event.switched.${key}`, { name: event.skill });
    }
    case 'context-compacted':
      return compactionLine(language, event);
    case 'compaction-undone':
      return t('event.undone', { n: event.undoes });
    case 'session-renamed':
      return t('event.renamed', { text: cut(event.title) });
    case 'note-added':
      return t('event.noteAdded', { n: event.on, text: cut(event.text) });
    case 'history-rewound':
      return t(event.reason === 'restore' ? 'event.broughtBack' : 'event.rewound', { n: event.toSeq });
    case 'request-sent':
      return event.purpose === 'summary'
        ? t('event.summaryRequest')
        : t('event.request', { n: number(event.tokens.total) });
    case 'model-responded': {
      if (event.purpose === 'summary') return t('event.summarised');
      if (event.text.trim() !== '') return t('event.answered', { text: cut(event.text) });
      return t('event.calls', { names: list(event.toolCalls.map(({ name }) => name)) });
    }
    case 'model-failed':
      return failureLine(language, event, cut);
    case 'tool-started': {
      const what = cut(callDetail(event.arguments));
      return what === ''
        ? t('event.toolStarted', { name: event.name })
        : t('event.toolCall', { name: event.name, what });
    }
    case 'tool-finished': {
      const { name, ms } = event;
      if (event.ok)
        return ms ? t('event.toolFinished', { name, duration: duration(ms) }) : t('event.toolDone', { name });
      const refused = event.refusal === undefined ? undefined : refusalText(language, event.refusal);
      const text = cut(refused ?? failureIn(event.content));
      return t('event.toolFailed', { name, text });
    }
    case 'packages-provided': {
      const packages = event.packages.map(({ name, version }) => `${name} ${version}`).join(', ');
      return t('event.packages-provided', { name: event.skill, packages: cut(packages) });
    }
    case 'watch-started':
      return t('event.watchStarted', { what: cut(textIn(event.title, language)) });
    case 'watch-checked': {
      const { fault } = event;
      if (fault !== undefined) return t('event.watchFailed', { why: cut(reasonIn(language, fault)) });
      return t('event.watchChecked', { value: cut(readingIn(language, event)) });
    }
    case 'watch-ended':
      return t(`event.watchEnded.${event.reason}`);
    case 'answer-checked':
      return checkText(language, event, cut);
    case 'tool-server-changed':
      return toolServerWords(t, event);
    case 'approval-requested':
      return t('event.asked', { text: cut(askedIn(event.detail) ?? event.action) });
    case 'approval-resolved':
      if (event.unasked) return t('event.unasked');
      return t(event.decision === 'denied' ? 'event.denied' : 'event.allowed');
    case 'script-started':
      return t('event.scriptStarted', { text: cut(event.command) });
    case 'script-finished':
      return scriptLine(t, event.exitCode, duration(event.ms));
    case 'artifact-saved':
      return t('event.artifact', { name: event.name, n: event.version, size: bytes(event.bytes) });
    case 'artifact-deleted':
    case 'artifact-restored':
      return t(`event.${event.type}`, { name: event.name });
    case 'session-deleted':
    case 'session-restored':
    case 'session-marked':
    case 'note-changed':
    case 'note-removed':
    case 'grant-withdrawn':
    case 'terminal-waiting':
    case 'terminal-input':
      return t(`event.${event.type}`);
    case 'state-changed':
      return t(`event.state.${event.to}`);
    case 'run-finished':
      return endLine(language, event, cut);
    case 'unknown':
      return t('event.unknown', { name: event.originalType });
    default:
      return assertNever(event);
  }
}

/** The mark below an answer: a booking that it only claims, then what no source holds. */
export function checkText(language: Language, check: AnswerCheck, cut = (text: string) => text): string {
  const t = translatorFor(language);
  const items = cut(check.unsupported.map(({ text }) => text).join(language === 'zh' ? '、' : ', '));
  const unsupported = items === '' ? '' : t('event.unsupported', { items });
  return [check.unmade ? t('event.unmade') : '', unsupported].join(language === 'zh' ? '' : ' ').trim();
}

/** The line of a program's output that names its error; without one, the first. */
function failureIn(content: string): string {
  const lines = content.trim().split('\n');
  return lines.find((line) => /^(?:\w+\.)*\w*(?:Error|Exception)(?: \[\w+\])?:/.test(line)) ?? lines[0] ?? '';
}

function catalogLine(language: Language, event: EventOf<'catalog-changed'>, cut: (text: string) => string): string {
  const t = translatorFor(language);
  const names = (ids: readonly string[]) => ({ count: ids.length, skills: cut(ids.join(', ')) });
  const lines = [
    ...(event.added.length === 0 ? [] : [t('chat.catalog.added', names(event.added))]),
    ...(event.removed.length === 0 ? [] : [t('chat.catalog.removed', names(event.removed))]),
  ];
  return lines.length === 0 ? eventName(t, event) : lines.join(language === 'zh' ? '' : ' ');
}

function listedLine(language: Language, { skills, of, budget }: EventOf<'catalog-listed'>): string {
  const t = translatorFor(language);
  const { number } = formatFor(language);
  if (skills === undefined) return t('event.listedAll', { of: number(of) });
  return t('event.listed', { shown: number(skills.length), of: number(of), budget: number(budget) });
}

function compactionLine(language: Language, event: EventOf<'context-compacted'>): string {
  const t = translatorFor(language);
  const { number } = formatFor(language);
  const { strategy, messages = 0, before, after, trigger, instruction, fallback } = event;
  const figures = { count: messages, n: number(messages), before: number(before), after: number(after) };
  const what = t(`event.compacted.${strategy}`, figures);
  const why = [
    ...(trigger === undefined ? [] : [t(`event.compactedBecause.${trigger}`)]),
    ...(instruction === undefined ? [] : [t('event.asWished', { text: instruction })]),
    ...(fallback === undefined ? [] : [fallbackText(fallback, t, number)]),
  ];
  return why.length === 0 ? what : t('event.because', { what, why: why.join(language === 'zh' ? '；' : '; ') });
}

function failureLine(language: Language, event: EventOf<'model-failed'>, cut: (text: string) => string): string {
  const t = translatorFor(language);
  const text = cut(failureReason(language, event));
  if (event.purpose === 'summary') return t('event.summaryFailed', { text });
  if (!event.willRetry || event.refused !== undefined) return text;
  if (event.retryInMs === undefined) return t('event.compactsAndRetries', { text });
  return t('event.retries', { text, duration: formatFor(language).duration(event.retryInMs) });
}

function scriptLine(t: Translate, code: number | null, duration: string): string {
  if (code === null) return t('event.scriptEnded', { duration });
  return code === 0 ? t('event.scriptDone', { duration }) : t('event.scriptFailed', { code, duration });
}

function endLine(language: Language, event: EventOf<'run-finished'>, cut: (text: string) => string): string {
  const t = translatorFor(language);
  const { state, code, message, reason } = event;
  if (code === 'refused') return t('event.refused');
  if (state === 'completed') return t('event.runDone');
  // A stop by the person has no message.
  if (message === undefined && reason === undefined) return t(`event.state.${state}`);
  return cut(failureReason(language, { ...event, message: message ?? '' }));
}

/** Most telling argument of a tool call: the command, the name, the path; else all of them. */
function callDetail(args: string): string {
  try {
    const parsed: unknown = JSON.parse(args);
    if (typeof parsed !== 'object' || parsed === null) return args;
    const command: unknown = 'command' in parsed ? parsed.command : undefined;
    if (typeof command === 'string') return command;
    return Object.values(parsed)
      .filter((value) => typeof value === 'string')
      .join(' ');
  } catch {
    // Malformed: shown unchanged.
    return args;
  }
}

// States of an MCP server in words: the same in window, terminal and export.

/** `why` of the reason, in this language, for the `message` that was stored in English. */
export function faultWords(t: Translate, { code, values }: McpFault): string {
  const { why, ...others } = withReason(t, values);
  return t(`mcp.fault.${code}`, why === undefined ? others : { ...others, why, message: why });
}

/** A line for each tool that is not offered, and one for those whose schema was repaired. */
export function leftOutLines(
  t: Translate,
  {
    leftOut,
    repaired,
  }: { leftOut: readonly { tool: string; why: (typeof LEFT_OUT)[number] }[]; repaired: readonly { tool: string }[] },
): readonly string[] {
  const tools = repaired.map(({ tool }) => tool).join(', ');
  return [
    ...leftOut.map(({ tool, why }) => t(`mcp.leftOut.${why}`, { tool })),
    ...(tools === '' ? [] : [t('mcp.repaired', { tools })]),
  ];
}

type ToolServerNews = Pick<EventOf<'tool-server-changed'>, 'server' | 'state' | 'tools' | 'fault'>;

function toolServerWords(t: Translate, { server, state, tools = 0, fault }: ToolServerNews): string {
  const why = fault === undefined ? '' : faultWords(t, fault);
  return t(`mcp.event.${state}`, { server, why, count: tools });
}

// A watch in words: for the window, the terminal and exports.

/** Empty where nothing was read. */
export function readingIn(language: Language, { value, currency, text }: WatchReading): string {
  const { money, number } = formatFor(language);
  const amount = value === undefined ? '' : currency === undefined ? number(value) : money({ amount: value, currency });
  return [amount, text === undefined ? '' : textIn(text, language)].filter((part) => part !== '').join(', ');
}

/** The code alone where this version does not know it. */
const reasonIn = (language: Language, fault: ErrorDetail): string =>
  isKnownDetail(fault) ? detailIn(language, fault) : fault.code;

/** The subject with the change, such as `London → Lisbon: £480 → £298`; without one, with the end of the watch. */
export function watchNews(
  language: Language,
  { title, ended }: WatchView,
  change?: WatchView['changes'][number],
): string {
  const from = readingIn(language, change?.from ?? {});
  const to = readingIn(language, change?.to ?? {});
  const end = translatorFor(language)(`event.watchEnded.${ended?.reason ?? 'stopped'}`);
  const news = change === undefined ? end : [from, to].filter((part) => part !== '').join(' → ');
  return `${textIn(title, language)}${language === 'zh' ? '：' : ': '}${news}`;
}

/** State of a watch, part by part. @param nextAt ISO 8601. */
export function watchState(language: Language, watch: WatchView, nextAt: string | undefined): string {
  const t = translatorFor(language);
  const { dateTime } = formatFor(language);
  const { reading = {}, below, checkedAt, fault } = watch;
  return [
    readingIn(language, reading) === '' ? [] : t('watches.now', { value: readingIn(language, reading) }),
    below === undefined ? [] : t('watches.below', { value: readingIn(language, { ...reading, value: below }) }),
    checkedAt === undefined ? [] : t('watches.checked', { at: dateTime(checkedAt) }),
    nextAt === undefined ? [] : t('watches.next', { at: dateTime(nextAt) }),
    fault === undefined ? [] : t('watches.failed', { why: reasonIn(language, fault) }),
  ]
    .flat()
    .join(' · ');
}
