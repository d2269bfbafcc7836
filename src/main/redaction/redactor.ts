/** Removes private data from a session: secrets, personal data, home folders, and the user's own patterns. */
import type { RedactionKind } from '../../shared/review.ts';
import { sha256 } from '../lib/text.ts';
import {
  type Find,
  findsIn,
  merged,
  noCounts,
  patternFinder,
  type RedactionCount,
  totalOf,
  valuesOf,
} from './finds.ts';
import { canonical, KnownValues } from './known-values.ts';
import type { OwnFinds } from './own-patterns.ts';
import { ACCOUNTS, BIRTHS, isLuhn, PAPERS, PASSWORDS, PHONES } from './person-patterns.ts';
import { documentText, labelOf, parsedDocument, withoutUnseen } from './views.ts';

// Kind of a field's value, by the field's name.

/** Names of fields whose text is secret, whatever its form. */
const SECRET_FIELD =
  /(?:^|[_-])(?:api[_-]?key|access[_-]?(?:key|token)|refresh[_-]?token|secret(?:[_-]?key)?|client[_-]?secret|private[_-]?key(?:[_-]?id)?|token|passwd|password|passphrase|pwd|authorization|cvv2?|cvc2?|cvn|passcode)$|(?:apiKey|accessKey|accessToken|refreshToken|sessionToken|clientSecret|secretKey|privateKey|authToken)$/i;
/** Fields whose digits are a phone number. */
const PHONE_FIELD =
  /(?:^|[_-]|[a-z])(?:phone|mobile|tel|telephone|whatsapp|cell)(?:[_-]?(?:number|no))?$|^(?:电话|手机号?)$/i;
const isPersonalNumber = (digits: string): RedactionKind | undefined => {
  if (/^(?:86)?1[3-9]\d{9}$/.test(digits)) return 'phone';
  return /^\d{13,19}$/.test(digits) && isLuhn(digits) ? 'card' : undefined;
};
/** Fields whose value is secret though short. */
const SHORT_SECRET_FIELD = /(?:^|[_-])(?:cvv2?|cvc2?|cvn|pin|pin[_-]?code|otp|passcode)$|(?:cvv|cvc|pinCode|Pin)$/;

/** Words of a label with which a value is found that would not be by its form. */
const LABEL = new RegExp(
  String.raw`pass|secret|token|key|pwd|pin|code|otp|birth|born|dob|address|addr|lives|phone|tel|mobile|acc|iban|card|cvv|cvc|id\b|identity|plate|reg|licen|wechat|weixin|wx|qq|ssn|social|nino?\b|insurance|tax|sort|routing|bank|exp|护照|证|号|码|地址|住|生日|出生|微信|账|口令|密|${[PASSWORDS, PAPERS, ACCOUNTS, BIRTHS, PHONES].join('|')}`,
  'i',
);

/** Kind for which a field's value is redacted, by the field's name alone. */
function secretIn(name: string, inner: unknown): RedactionKind | undefined {
  if (typeof inner !== 'string' && typeof inner !== 'number') return undefined;
  const text = String(inner);
  // A count of something has few digits.
  if (SECRET_FIELD.test(name) && text !== '' && (typeof inner === 'string' || text.length >= 5)) return 'key';
  if (SHORT_SECRET_FIELD.test(name) && /^\d{3,12}$/.test(text)) return 'key';
  const digits = text.replace(/\D/g, '').length;
  return PHONE_FIELD.test(name) && /^[\d\s().+/-]+$/.test(text) && digits >= 7 && digits <= 15 ? 'phone' : undefined;
}

/** One place where something was removed. */
export interface Found {
  readonly id: string;
  readonly kind: RedactionKind;
  readonly text: string;
  readonly seq: number;
  /** Text around it there. */
  readonly before: string;
  readonly after: string;
}

export interface Redactor {
  text(text: string): string;
  /** Every text in it, names of fields included. */
  value(value: unknown): unknown;
  /** True if opaque data is exported, which happens only if the user keeps it. */
  keepsOpaque(): boolean;
  /** Sets the event of the following text. */
  at(seq: number): void;
  readonly count: RedactionCount;
}

export interface RedactorOptions {
  readonly keep?: ReadonlySet<string>;
  readonly own?: OwnFinds;
  /** Values that are removed wherever they occur. */
  readonly known?: KnownValues;
  readonly onFound?: (found: Found) => void;
  /** Each text that is looked through. */
  readonly onText?: (text: string) => void;
  /** Each value that is found in a text, but not in a name or an id. */
  readonly onValue?: (kind: RedactionKind, value: string) => void;
}

/** UTF-16 code units around a find. */
const AROUND = 60;

/** Texts remembered as having no finds: max characters of one, and max number. */
const LONGEST_REPEATED = 400;
const MOST_REPEATED = 20_000;

export const mark = (kind: RedactionKind): string => `[redacted:${kind}]`;

/** The same value has the same one in every spelling and any session: a choice holds wherever it occurs. */
export const findId = (value: string): string => sha256(`skilldeck redaction ${canonical(value)}`).slice(0, 20);

/** Their values are what events are joined by: two of them must not become one. */
const NAMES_OF_IDS = new Set(['callId', 'id', 'sha256', 'scriptSha256', 'note', 'session', 'content_sha256']);
/** The model's names of fields in a call's arguments belong to the tool. */
const NAMES_OF_ARGUMENTS = new Set(['arguments']);
/** Fields below these are named by tools, models and persons: whatever its name, each holds a value and never an id of the log. */
const NAMED_BY_OTHERS = new Set(['arguments', 'answers', 'values', 'data']);

/** One entry for all opaque data in the list of finds: it is kept or removed together. */
const OPAQUE = 'opaque';

interface Where {
  readonly label: string;
  readonly role: 'text' | 'name' | 'id';
  /** Names of fields belong to the structure of events and calls, not to a text. */
  readonly isStructure: boolean;
  /** The log's own ids may be among its fields. */
  readonly hasIds: boolean;
}
const IN_TEXT: Where = { label: '', role: 'text', isStructure: false, hasIds: false };

/** @param folders removed as home folders wherever they occur: this person's own, and the data folder */
export function createRedactor(folders: readonly string[], options: RedactorOptions = {}): Redactor {
  const { keep = new Set(), known = new KnownValues(), onFound, onText, onValue } = options;
  const own: OwnFinds = options.own ?? new Map();
  const count = noCounts();
  const finder = patternFinder(folders);
  let seq = 0;

  const isKept = ({ value }: Pick<Find, 'value'>): boolean => keep.size > 0 && keep.has(findId(value));
  const took = ({ kind, value, from, to }: Find, whole: string): string => {
    count[kind] += 1;
    // Its hash is worth making only for those who choose.
    onFound?.({
      id: findId(value),
      kind,
      text: value,
      seq,
      before: whole.slice(Math.max(0, from - AROUND), from),
      after: whole.slice(to, to + AROUND),
    });
    return mark(kind);
  };
  const ownIn = (text: string): Find[] =>
    (own.get(text) ?? []).map(([from, to]): Find => ({ from, to, kind: 'own', value: text.slice(from, to) }));

  const without = (text: string, finds: readonly Find[]): string => {
    const kept = finds.filter(isKept);
    let said = '';
    let done = 0;
    for (const find of finds) {
      if (find.from < done || kept.some(({ from, to }) => find.from >= from && find.to <= to)) continue;
      said += text.slice(done, find.from) + took(find, text);
      done = find.to;
    }
    return said + text.slice(done);
  };
  /** Searches with the field's label in front, for patterns that need a word; offsets are in the text alone. */
  const searched = (text: string, { label, role }: Where): readonly Find[] => {
    const patterns = role === 'id' ? finder.inName : finder.inText;
    const look = (given: string) =>
      findsIn(given, (seen, isBinary) => [...patterns(seen, isBinary), ...known.finder(seen, isBinary)]);
    const plain = look(text);
    if (role !== 'text' || text.length > LONGEST_REPEATED || !LABEL.test(label)) return plain;
    const lead = `${label}: `;
    const labelled = look(lead + text)
      .filter(({ to }) => to > lead.length)
      .map((find) => {
        const from = Math.max(0, find.from - lead.length);
        const isWhole = find.from >= lead.length;
        return {
          ...find,
          from,
          to: find.to - lead.length,
          value: isWhole ? find.value : text.slice(from, find.to - lead.length),
        };
      });
    return merged([...plain, ...labelled]);
  };
  /** The same labels and reasons are in every request: those with nothing to remove are looked through once. */
  const clean = new Set<string>();
  /** Removes invisible characters along with a find: they may have split it. */
  const takeOut = (given: string, where: Where): string => {
    const seen = `${where.role} ${where.label}\n${given}`;
    if (clean.has(seen)) return given;
    const text = withoutUnseen(given);
    onText?.(text);
    const finds = merged([...ownIn(text), ...searched(text, where)]);
    if (where.role === 'text') for (const find of finds) for (const one of valuesOf([find])) onValue?.(find.kind, one);
    const kept = finds.length === 0 ? text : without(text, finds);
    if (kept !== text) return kept;
    if (given.length <= LONGEST_REPEATED && clean.size < MOST_REPEATED) clean.add(seen);
    return given;
  };
  const isKnown = (name: string): boolean =>
    !known.isEmpty && findsIn(name, known.finder).some((find) => !isKept(find));
  /** Two redacted ids stay different from each other. A known value stays: the export is then refused. */
  const ids = new Map<string, string>();
  const idWithout = (given: string, where: Where): string => {
    if (isKnown(given)) return given;
    const kept = takeOut(given, where);
    if (kept === given) return given;
    const already = ids.get(given) ?? `${kept}-${ids.size + 1}`;
    ids.set(given, already);
    return already;
  };
  const text = (given: string, where: Where): string => {
    const document = parsedDocument(given);
    if (document === undefined) return takeOut(given, where);
    const before = total();
    const shown = value(document, where);
    return total() === before ? given : documentText(shown, given);
  };
  const total = (): number => totalOf(count);

  const wholeTaken = (kind: RedactionKind, given: unknown): unknown => {
    const shown = String(given);
    const find: Find = { from: 0, to: shown.length, kind, value: shown };
    if (isKept(find)) return given;
    onValue?.(kind, shown);
    return took(find, shown);
  };
  const numberOut = (given: number, where: Where): unknown => {
    const digits = String(given);
    const kind = isPersonalNumber(digits) ?? searched(digits, where).find(({ to, from }) => to - from >= 3)?.kind;
    return kind === undefined ? given : wholeTaken(kind, given);
  };
  /** A name of the log's own stays: the export is then refused. */
  const nameOut = (name: string, isOwn: boolean): string =>
    isOwn && isKnown(name) ? name : takeOut(name, { ...IN_TEXT, role: 'name' });
  const value = (given: unknown, where: Where): unknown => {
    if (typeof given === 'string') return where.role === 'id' ? idWithout(given, where) : text(given, where);
    if (typeof given === 'number') return numberOut(given, where);
    if (Array.isArray(given)) return given.map((one) => value(one, where));
    if (given === null || typeof given !== 'object') return given;
    const fields = new Map<string, unknown>();
    for (const [name, inner] of Object.entries(given)) {
      const secret = secretIn(name, inner);
      const shown = nameOut(name, where.isStructure && where.hasIds);
      const field = fields.has(shown) ? `${shown} (${fields.size + 1})` : shown;
      const label = labelOf(name, given as Record<string, unknown>, where.label);
      const isCall = NAMES_OF_ARGUMENTS.has(name);
      const isText = typeof inner === 'string' && !isCall;
      const within: Where = {
        label,
        role: where.hasIds && NAMES_OF_IDS.has(name) ? 'id' : 'text',
        isStructure: where.isStructure && !isText,
        hasIds: where.hasIds && !isText && !NAMED_BY_OTHERS.has(name),
      };
      fields.set(field, secret === undefined ? value(inner, within) : wholeTaken(secret, inner));
    }
    return Object.fromEntries(fields);
  };
  return {
    text: (given) => text(given, IN_TEXT),
    value: (given) => value(given, { ...IN_TEXT, isStructure: true, hasIds: true }),
    keepsOpaque() {
      const find: Find = { from: 0, to: OPAQUE.length, kind: 'opaque', value: OPAQUE };
      if (isKept(find)) return true;
      took(find, OPAQUE);
      return false;
    },
    at(now) {
      seq = now;
    },
    count,
  };
}
