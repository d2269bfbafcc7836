/** Short strings that a later turn may ask back for: names, dates, figures, booking references, files. */
import { perObject } from '../../shared/defined.ts';
import type { Message, SessionState } from '../../shared/session-state.ts';
import { shorten } from '../../shared/text/text.ts';

// Loaded skills and their purpose: the person's words before each load.

/** Characters of the person's words. */
const WORDS = 80;

/** One line each, such as `book-flight (for "I want to fly to Tokyo")`. */
export function loadedWhy({ loadedSkills, messages }: SessionState): { readonly id: string; readonly line: string }[] {
  return loadedSkills.map(({ id, seq }) => {
    const before = messages.findLast((message) => message.role === 'user' && message.seq < seq);
    return { id, line: before?.role === 'user' ? `${id} (for "${shorten(before.text, WORDS)}")` : id };
  });
}

export interface KeyFacts {
  /** Facts from the user's own words. */
  readonly said: readonly string[];
  /** Settled facts: from answers, and references in results. */
  readonly told: readonly string[];
  /** The rest of what results and calls show, the newest first. */
  readonly seen: readonly string[];
}

/** Max facts of each kind, so that it stays a summary. */
const MOST = 40;
const LOOKED_THROUGH = 20_000;
/** Characters of all texts, the newest first: a session may have hundreds of megabytes of results. */
const LOOKED_THROUGH_IN_ALL = 1_000_000;

// Repetitions are bounded: what is looked through is anybody's text.
const REFERENCE = String.raw`(?<![\w-])(?=[A-Z\d]*[A-Z])[A-Z\d]{6}(?![\w-])`;
const DATE = String.raw`\b\d{4}-\d{2}-\d{2}\b|(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]`;
const DATE_IN_WORDS = String.raw`\b\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b(?:\s\d{4})?|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\s\d{1,2}(?:st|nd|rd|th)?\b`;
const TIME = String.raw`\b\d{1,2}:\d{2}\b`;
const MONEY = String.raw`[¥$€£]\s?\d[\d,]{0,14}(?:\.\d{1,4})?|(?<![\d,.])\d[\d,]{0,14}(?:\.\d{1,4})?\s?(?:CNY|USD|EUR|GBP|JPY|元|块|美元|日元|欧元)`;
/** Number of a flight, a train, a room, an order: two characters, one of them a letter, and digits. */
const NUMBERED = String.raw`\b(?:[A-Z][A-Z\d]|\d[A-Z])\s?\d{2,4}\b`;
const DOCUMENT = String.raw`\b[A-Z]{1,2}\d{6,9}\b`;
const MAIL = String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}`;
const PHONE = String.raw`(?<![\w.])\+?\d[\d -]{7,14}\d(?![\w.])`;
const PATH = String.raw`(?<![\w/.-])(?:~|\.{0,2}|[\w.-]{1,80})(?:\/[\w.@+-]{1,120}){1,12}`;
const PARTY = String.raw`\b\d+\s(?:adult|child|infant|people|person|passenger|traveller|traveler|bag|suitcase|night|room)\w*|[\d一二两三四五六七八九十]+\s?(?:个|位|名|件|间|晚)(?:成人|大人|儿童|小孩|孩子|婴儿|乘客|旅客|人|行李|房)?`;
const NAME = String.raw`\b\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,3}\b|(?<=(?:乘客|旅客|姓名|名字|我叫|联系人)(?:是|为|：|:)?\s?)[\u4e00-\u9fff·]{2,4}`;

const join = (...parts: readonly string[]) => new RegExp(parts.join('|'), 'gu');
const IN_WORDS = join(MAIL, DATE, DATE_IN_WORDS, DOCUMENT, REFERENCE, MONEY, NUMBERED, TIME, PARTY, NAME, PATH, PHONE);
const IN_ANSWERS = join(DATE, DOCUMENT, REFERENCE, MONEY, NUMBERED, PATH);
const IN_RESULTS = join(DATE, REFERENCE, MONEY, NUMBERED, PATH);
const NAMED_REFERENCE =
  /(?:reference|booking|reservation|confirmation|PNR|预订|编号|订单号?)[^\w\n]{0,12}([A-Z\d]{5,8})\b(?![a-z])/giu;

/** @param texts of results that are no facts of the conversation (what a skill says) are left out by the caller. */
export function keyFacts(messages: readonly Message[]): KeyFacts {
  const said = new Set<string>();
  const told = new Set<string>();
  const seen = new Set<string>();
  const add = (facts: Set<string>, found: readonly string[]): void => {
    for (const fact of found) facts.add(fact);
  };
  let left = LOOKED_THROUGH_IN_ALL;
  for (const message of messages.toReversed()) {
    left -= Math.min(LOOKED_THROUGH, (message.role === 'tool' ? message.content : message.text).length);
    // Always scans the user's messages: they are short, and matter most.
    if (left < 0 && message.role !== 'user') continue;
    const facts = factsIn(message);
    add(said, facts.said);
    add(told, facts.told);
    add(seen, facts.seen);
  }
  const earlier = new Set([...said, ...told]);
  return {
    said: [...said].slice(0, MOST),
    told: [...told].filter((fact) => !said.has(fact)).slice(0, MOST),
    seen: [...seen].filter((fact) => !earlier.has(fact)).slice(0, MOST),
  };
}

/** Kept, as each step of a compaction looks through the messages that the steps before it did. */
const factsIn = perObject((message: Message): KeyFacts => {
  const none = { said: [], told: [], seen: [] };
  if (message.role === 'user') return { ...none, said: matches(message.text, IN_WORDS) };
  if (message.role === 'assistant') {
    const seen = message.toolCalls.flatMap((call) => matches(call.arguments, IN_ANSWERS));
    return { ...none, told: matches(message.text, IN_ANSWERS), seen };
  }
  const text = message.content.slice(0, LOOKED_THROUGH);
  const named = [...text.matchAll(NAMED_REFERENCE)].map(([, reference = '']) => reference);
  const told = named.filter((reference) => /[A-Z]/.test(reference) && reference === reference.toUpperCase());
  return { ...none, told, seen: matches(text, IN_RESULTS) };
});

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.slice(0, LOOKED_THROUGH).matchAll(pattern)].map(([fact]) => fact.replace(/\s+/g, ' ').trim());
