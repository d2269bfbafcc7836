/**
 * A summary of old turns made of their own words, where no model writes one. What must survive: what the person asked
 * for and decided, figures, references and paths, and which skills are loaded.
 */
import type { Message, SessionState } from '../../shared/session-state.ts';
import { isLoadedText } from './compacted-messages.ts';

/** Characters kept of each thing said. */
const PERSON = 400;
const ASSISTANT = 160;
/** Characters of the whole; the oldest answers go first, then the person's oldest words but for the first. */
const WHOLE = 8_000;
/** Of these, for what the person said. */
const SAID = 5_500;

export function extractiveSummary(state: SessionState, old: readonly Message[]): string {
  const said = old.flatMap((message) =>
    message.role === 'user' ? [`- The person: ${clip(message.text, PERSON)}`] : [],
  );
  const answers = old.flatMap((message) =>
    message.role === 'assistant' && message.text !== '' ? [`- You: ${clip(message.text, ASSISTANT)}`] : [],
  );
  // What a skill says is no fact of the conversation, and goes with the skill.
  const facts = keyFacts(old.filter((message) => message.role !== 'tool' || !isLoadedText(state, message.callId)));
  const skills = state.loadedSkills.map((skill) => skill.id).join(', ');
  const fixed = [
    '[Earlier conversation summary]',
    `${old.length} earlier messages are summarised here in their own words.`,
    ...(skills === '' ? [] : [`Skills loaded: ${skills}.`]),
    ...(facts.length === 0 ? [] : [`Names, figures and paths that occurred: ${facts.join(' · ')}`]),
    'What was said:',
    ...firstAndNewest(said, SAID),
  ];
  const room = WHOLE - fixed.join('\n').length;
  return [...fixed, ...newestThatFit(answers, room)].join('\n');
}

/** Booking references, dates, prices, flight numbers, paths: short strings that a later turn may ask back for. */
const FACT = /\b[A-Z]{6}\b|\b\d{4}-\d{2}-\d{2}\b|[¥$€]\s?[\d,]+(?:\.\d+)?|\b[A-Z0-9]{2}\s?\d{2,4}\b|(?:\/[\w.-]+){2,}/g;
const FACTS = 60;

function keyFacts(old: readonly Message[]): string[] {
  const found = new Set<string>();
  for (const message of old.toReversed()) {
    const text = message.role === 'tool' ? message.content : message.text;
    for (const [fact] of text.matchAll(FACT)) {
      found.add(fact);
      if (found.size === FACTS) return [...found];
    }
  }
  return [...found];
}

/** The first request and the latest words, with how many are left out between them: however long the session, it goes on. */
function firstAndNewest(lines: readonly string[], room: number): string[] {
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  const kept = newestThatFit(rest, room - first.length);
  const left = rest.length - kept.length;
  return [first, ...(left === 0 ? [] : [`- (${left} more messages of the person are left out here)`]), ...kept];
}

function newestThatFit(lines: readonly string[], room: number): string[] {
  const kept: string[] = [];
  let used = 0;
  for (const line of lines.toReversed()) {
    used += line.length + 1;
    if (used > room) break;
    kept.unshift(line);
  }
  return kept;
}

function clip(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
