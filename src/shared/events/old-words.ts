/**
 * Logs from before events carried facts: token parts had English labels and reasons, a compaction said in English why
 * the model's summary was not taken. That is read here and nowhere else; the log itself stays as it is.
 */
import { z } from 'zod';
import type { PartFacts, SummaryFallback, TokenPart } from './context.ts';
import { PART_KINDS, type PartKind, REASON_CODES } from './vocabulary.ts';

const oldPart = z.looseObject({ kind: z.enum(PART_KINDS), label: z.string(), reason: z.string().default('') });
type OldPart = z.infer<typeof oldPart>;

const CODES: ReadonlySet<string> = new Set(REASON_CODES);

/** An event with facts in place of words; what has them already, and what has no such words, as it is. */
export function withFacts(event: Readonly<Record<string, unknown>>): unknown {
  if (event.type === 'request-sent') return withPartFacts(event);
  const { fallback } = event;
  return typeof fallback === 'string' ? { ...event, fallback: fallbackIn(fallback) } : event;
}

function withPartFacts(event: Readonly<Record<string, unknown>>): unknown {
  const { tokens, prefix } = event as { readonly tokens?: { parts?: unknown }; readonly prefix?: { broke?: unknown } };
  const parts: readonly unknown[] = Array.isArray(tokens?.parts) ? tokens.parts : [];
  const broke = oldPart.safeParse(prefix?.broke).data;
  const old = parts.map((part) => oldPart.safeParse(part).data);
  if ([...old, broke].every((part) => part === undefined || CODES.has(part.reason))) return event;
  // A skill that a reference or a tool belongs to is in the same table.
  const skills = old.flatMap((part) => (part?.kind === 'skill' ? [part.label] : []));
  const read = (part: OldPart | undefined, index: number) =>
    part === undefined || CODES.has(part.reason) ? parts[index] : { ...part, ...factsOf(part, skills) };
  return {
    ...event,
    tokens: { ...tokens, parts: old.map(read) },
    ...(broke === undefined ? {} : { prefix: { ...prefix, broke: { ...broke, ...factsOf(broke, skills) } } }),
  };
}

type Facts = Partial<PartFacts & Pick<TokenPart, 'count'>> & Pick<PartFacts, 'reason'>;

function factsOf({ kind, label, reason }: OldPart, skills: readonly string[]): Facts {
  const event = Number(/ at event (\d+)$/.exec(reason)?.[1] ?? 0);
  const at = event === 0 ? {} : { event };
  const counted = Number(/^\d+(?= )/.exec(label)?.[0] ?? 0);
  const count = counted === 0 ? {} : { count: counted };
  switch (kind) {
    case 'base': {
      const model = /^model (.+)$/s.exec(label)?.[1];
      if (model !== undefined) return { label: model, reason: 'other-model' };
      return { label: kind, reason: label === 'summary' ? 'summary-task' : 'base' };
    }
    case 'tools': {
      const brought = /^(?:a tool|(\d+) tools) that the skill brings/.exec(reason);
      if (brought !== null || skills.includes(label)) {
        return { reason: 'skill-tool', skill: label, count: Number(brought?.[1] ?? 1), ...at };
      }
      return { label: kind, reason: label === 'tool list' ? 'tool-list' : 'tool', ...count };
    }
    case 'catalog':
      return { label: kind, reason: kind, ...count };
    case 'skill': {
      if (label === 'loaded by hand') return { reason: 'loaded-by-user' };
      return {
        reason: reason.startsWith('loaded by the user') ? 'loaded-by-user' : 'loaded-by-agent',
        skill: label,
        ...at,
      };
    }
    case 'reference': {
      const owners = skills.filter((id) => label.startsWith(`${id} - `)).sort((a, b) => b.length - a.length);
      const skill = owners[0] ?? label.split(' - ', 1)[0] ?? '';
      return { reason: kind, skill, path: label.slice(skill.length + 3), ...at };
    }
    default:
      return messageFacts(kind, label, reason);
  }
}

function messageFacts(kind: PartKind, label: string, reason: string): Facts {
  const [, width = 0, height = 0] = /^a picture of (\d+) × (\d+) pixels/.exec(reason) ?? [];
  if (width !== 0) return { reason: 'image', figures: { width: Number(width), height: Number(height) } };
  const pages = /^a PDF of (\d+) pages?/.exec(reason)?.[1];
  if (pages !== undefined) return { reason: 'pdf', figures: { pages: Number(pages) } };
  const [, name = label, count = 1] = /^(.*?)(?: × (\d+))?$/s.exec(label) ?? [];
  if (name === 'earlier messages') return { label: kind, reason: 'to-summarise' };
  return {
    label: kind === 'tool-result' ? name : kind,
    reason: kind === 'summary' ? kind : 'conversation',
    count: Number(count),
  };
}

const FALLBACKS: readonly (readonly [words: RegExp, code: SummaryFallback['code']])[] = [
  [/^the context is too small/, 'small'],
  [/length limit$/, 'cut'],
  [/it was empty$/, 'empty'],
  [/it was a refusal to write one$/, 'refusal'],
  [/it is no shorter/, 'not-shorter'],
  [/were pinned$/, 'pinned'],
  [/^no model is there/, 'no-writer'],
];

function fallbackIn(words: string): SummaryFallback {
  const message = /^the model gave none: (.*)$/s.exec(words)?.[1];
  if (message !== undefined) return { code: 'failed', message };
  const long = /it takes (\d+) tokens, and (\d+) were asked/.exec(words);
  if (long !== null) return { code: 'long', figures: { tokens: Number(long[1]), most: Number(long[2]) } };
  const code = FALLBACKS.find(([pattern]) => pattern.test(words))?.[1];
  return code === undefined ? { code: 'failed', message: words } : { code };
}
