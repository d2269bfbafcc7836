/**
 * Scripts whose every run needs a person's yes, from front matter (`metadata.confirm`). What an author wrote is never
 * dropped: what names no script plainly stands for every script of the skill.
 */
import type { YamlField, YamlFields, YamlValue } from './yaml.ts';

export const EVERY_SCRIPT = '*';

const KEY =
  /^(skilldeck)?((requires?|needs?|must|always|user|human|manual)*(confirms?|confirmations?|approve|approvals?)(required|needed|scripts?|runs?|running|execut(?:e|ing|ion)|use|each|every|before|first|always|user)*|alwaysask|ask(before|first|user|each|every|always|runs?|running|scripts?)+)$/;
const KEY_ZH = /^(需要?|必须)?(用户)?(确认|审批|批准)(脚本|后?运行)?$/u;
/** One for all spellings of a key. */
export const squash = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.-]/g, '');

/** One letter more, less or other than `confirm`, or two exchanged. */
function isMisspelt(key: string): boolean {
  const word = key.replaceAll(/(.)\1+/g, '$1');
  if (word === 'conform') return false;
  if (word.length === 6) return /^c?o?n?f?i?r?m?$/.test(word);
  const differ = [...word].filter((letter, index) => letter !== 'confirm'[index]).length;
  return word.length === 7 && (differ <= 1 || (differ === 2 && [...word].sort().join('') === 'cfimnor'));
}

function isConfirmKey(key: unknown): key is string {
  if (typeof key !== 'string' || key.length > 60) return false;
  const plain = squash(key);
  return KEY.test(plain) || KEY_ZH.test(plain) || isMisspelt(plain);
}

const ALL = new Set(['*', 'true', 'yes', 'on', 'y', '1', 'all', 'any', 'always', 'every', 'required', '是', '全部']);
const NONE = new Set(['', 'false', 'no', 'off', 'n', '0', 'none', 'never', '[]', '{}', '否', '无']);
const isScript = (word: string): boolean => /\/|\.[a-z]{1,4}$/i.test(word);
const isMap = (value: YamlValue | undefined): value is ReadonlyMap<unknown, YamlValue> => value instanceof Map;

/** A field inside a text, as in `metadata: "confirm: scripts/pay.py"`. */
const INSIDE = /(?:^|[{,;])[ \t]*["']?([^\s"':：{},;][^"':：{},;\n]{0,60})["']?[ \t]*[:=：]/gm;
const mentions = (text: string): boolean => [...text.matchAll(INSIDE)].some(([, key]) => isConfirmKey(key?.trim()));

interface Confirmed {
  /** The text of `metadata.confirm`; undefined where nothing is to be confirmed. */
  readonly text: string | undefined;
  /** Keys whose value names no script plainly. */
  readonly unread: readonly string[];
}

const PROSE = new Set(['name', 'description', 'when_to_use', 'when-to-use', 'license', 'compatibility', 'tags']);

/** Every field of the front matter that says it, at any depth. @param yaml looked through where it had to be repaired. */
export function readConfirm({ fields, problems }: YamlFields, yaml: string): Confirmed {
  const entries: string[] = [];
  const unread = new Set<string>();
  // An alias may lead back, or name the same thing a million times.
  const seen = new Set<YamlValue>();
  const isNew = (value: YamlValue): boolean => seen.size < seen.add(value).size;
  const everything = (key: string): readonly string[] => {
    unread.add(key);
    return [EVERY_SCRIPT];
  };
  const read = (key: string, value: YamlValue): readonly string[] => {
    if (value === null) return everything(key);
    if (typeof value === 'string') {
      const word = value.trim().toLowerCase();
      if (NONE.has(word)) return [];
      return ALL.has(word) ? [EVERY_SCRIPT] : [value];
    }
    if (!isNew(value)) return everything(key);
    if (!isMap(value)) return value.flatMap((item) => read(key, item));
    const keys = [...value.keys()];
    const list = keys.length === 1 && /^(scripts?|files?|paths?)$/i.test(String(keys[0]));
    if (list) return [...value.values()].flatMap((item) => read(key, item));
    const script = value.get('script') ?? value.get('path') ?? value.get('file');
    if (typeof script === 'string') return [[script, ...argumentOf(value)].join(' ')];
    if (!keys.every((one) => typeof one === 'string' && isScript(one))) return everything(key);
    return [...value].flatMap(([one, when]) => {
      const words = (Array.isArray(when) ? when : [when]).map((word) => (typeof word === 'string' ? word : ''));
      if (words.length === 1 && words[0] !== '' && NONE.has(words[0]?.trim().toLowerCase() ?? '')) return [];
      return words.length === 0 ? [String(one)] : words.map((word) => `${one} ${word}`);
    });
  };
  const walk = (key: string, value: YamlValue): void => {
    if (isConfirmKey(key)) entries.push(...read(key, value));
    else if (typeof value === 'string') entries.push(...(mentions(value) ? everything(key) : []));
    else if (value === null || !isNew(value)) return;
    else if (isMap(value)) for (const [inner, item] of value) walk(String(inner), item);
    else if (key === 'metadata' && value.some(isConfirmKey)) entries.push(...everything(key));
    else for (const item of value) walk('', item);
  };
  for (const [key, { value }] of fields as ReadonlyMap<string, YamlField>) if (!PROSE.has(key)) walk(key, value);
  const isLost = problems.some(({ figures }) => isConfirmKey(figures?.key)) || (entries.length === 0 && mentions(yaml));
  if (problems.length > 0 && isLost) entries.push(...everything('confirm'));
  return { text: entries.length === 0 ? undefined : [...new Set(entries)].join(', '), unread: [...unread] };
}

/** The argument of `{script: …, argument: …}`; none where more is said than one. */
function argumentOf(value: ReadonlyMap<unknown, YamlValue>): readonly string[] {
  const given = value.get('argument');
  return value.size === 2 && typeof given === 'string' ? [given] : [];
}

export interface ConfirmedScript {
  /** Relative, with `/`; as in the front matter, it may name nothing. */
  readonly script: string;
  /** Only runs with this argument; absent: all. */
  readonly argument?: string;
}

/**
 * The entries of `metadata.confirm`: `scripts/book.py, scripts/manage.py cancel`. Two scripts without a comma are two
 * entries, and words that are not one argument stand for every run.
 */
export function confirmedScripts(text = ''): readonly ConfirmedScript[] {
  return text.split(/[,;\n\r，；、]/).flatMap((entry): ConfirmedScript[] => {
    const words = entry
      .replace(/^\s*[-•]\s+/, '')
      .split(/\s+/)
      .map((word) => word.replaceAll(/^["'`([{<]+|["'`)\]}>:]+$/g, ''))
      .filter((word) => word !== '');
    const [script, ...more] = words;
    if (script === undefined) return [];
    const others = more.filter(isScript);
    const [argument, ...further] = more.filter((word) => !ALL.has(word.toLowerCase()));
    const one = argument !== undefined && further.length === 0 && others.length === 0;
    const names = [script, ...others].map((name) => name.replaceAll('\\', '/'));
    return names.map((name) => ({ script: name, ...(one && !NONE.has(argument.toLowerCase()) ? { argument } : {}) }));
  });
}
