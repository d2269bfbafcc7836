/** Finds text to redact, with its place in the original text. */
import { REDACTION_KINDS, type RedactionKind } from '../../shared/review.ts';
import {
  FURTHER_PATTERNS,
  FURTHER_PERSON_PATTERNS,
  isCard,
  isPhone,
  looksRandom,
  RANDOM,
  recoveryWords,
} from './further-patterns.ts';
import { card, email, home, KEY_PATTERNS, key, phone, type RedactionPattern } from './key-patterns.ts';
import { PERSON_PATTERNS } from './person-patterns.ts';
import { SAID_PATTERNS } from './said-patterns.ts';
import { encodedTexts, sourceOffset, viewsOf } from './views.ts';

// Patterns to redact before a session is shown to others. When in doubt, redacts.

/** Not inside a word, a number or a hash, and not at the digits of an encoded blank. */
const START = '(?<![A-Za-z0-9.])(?<!%(?=20))';
const END = '(?![A-Za-z0-9])';
/** Ids of messages are as long as the longest card numbers, and occur in addresses. */
const ID_IN_PATH = String.raw`(?<!://\S{0,200}/(?=\d{17,19}(?!\d)))`;

const SECRET_NAME =
  '(?:api[_-]?key|access[_-]?key|account[_-]?key|secret|token(?!s|[_-]?(?:count|limit|usage|budget|total|length|cost|type|rate|window|estimate))|passwd|password|passphrase|pwd|(?<![a-z])pass(?![a-z])|authorization|密码|口令|[密秘]钥|令牌)';
const PHONE_NAME = '(?:phone|mobile|telephone|tel|whatsapp|电话|手机号?|联系方式)';
/** A Chinese sentence after the word for a key or token, which is none: nothing in it looks like one. */
const PROSE = String.raw`(?<=(?:[密秘]钥|令牌)[^\n]{0,12})[\u4e00-\u9fff](?![^\s"'\\,;&“”，；]{0,512}[\w+/=.-]{6})`;
const ASSIGNED = String.raw`[\w-]{0,20}\\{0,2}["'”]?\s{0,4}[:=：]\s{0,4}\\{0,2}["'“]?`;

/** Words in its place or beside it, in documents and in code: the variable that holds it, its scheme, the host it goes to. */
const IN_PLACE = new RegExp(
  `^(?:${[
    '<[^>]*>?',
    String.raw`(?:[A-Z0-9]{1,20}_){0,5}(?:KEY|TOKEN|SECRET|PASSWORD)`,
    String.raw`[\w-]{0,20}(?:\.{3}|…).*`,
    String.raw`(?:process\.env|os\.environ|result|config|settings|options|secrets|env)[.[].*`,
    String.raw`(?:(?:[A-Za-z_]\w*\.)+\w+|crypt|hash|md5|sha\d+|getenv|getpass|prompt|input)\(.*`,
    'await|undefined|null|None|nil',
    String.raw`\$\(.*|![a-z]+ [a-z].*|\d?\.\d+|\$\{?[A-Z_][A-Z0-9_]*\}?|\x60?\$\{.*|[a-z]\w*\[[^\]]*\](?:\[[^\]]*\]|\(\w*\)|\??\.\w+)*|[A-Z][A-Z0-9]*_[A-Z0-9_]*:`,
    String.raw`(?:[a-z-]+\.)+(?:com|org|net|io|dev|cn|example)|Bearer|Basic|Token`,
    '(?:your|my|the|some|an?|example)[-_ ][a-z _-]*',
    String.raw`(?:[A-Z]:)?[\\/](?:[\w.-]+[\\/])+[\w.-]+\.\w{2,5}`,
    String.raw`[a-z]{2,8}-x{3,}|\*{3,}.*|(?:api_?)?key|header|token|bearer|[a-z-]+-here`,
  ].join('|')})[\`'")]*$`,
);

const KEY_PREFIX = [
  'gh[opusr]_|github_pat_|glpat-|gl(?:dt|rt|ptt|soat)-|xox[a-z]-|xapp-|hf_|npm_|AIza|A[KS]IA|LTAI|AKID|ya29\\.|1//0',
  'gsk_|xai-|r8_|pplx-|tvly-|nvapi-|fw_|lin_api_|whsec_|SG\\.|do[opr]_v1_|shp(?:at|ca|pa|ss)_|sq0(?:atp|csp|idp)-',
  'pypi-|glsa_|glc_|sbp_|vercel_|dckr_pat_|rubygems_|figd_|ntn_|secret_|hvs\\.|NRAK-|dapi|AGE-SECRET-KEY-|pat-[a-z]{2}\\d-',
].join('|');
/** A key split by a line break continues with text that is no word: it has both letters and digits. */
const GOES_ON = String.raw`(?:(?:\\{0,2}\r?\n|\\n|["'\x60][ \t]{0,3}[+.]?[ \t]{0,3}(?=["'\x60]))[ \t"'\x60]{0,8}(?=[A-Za-z_-]{0,200}\d)(?=[\d_-]{0,200}[A-Za-z])[A-Za-z0-9_-]{6,512}(?![^\s"'\\,;)]))?`;
/** `mysql://team@db.example.com` names an account of a database, and no mailbox. */
const NO_ACCOUNT = String.raw`(?<!(?:mysql|mariadb|postgres|postgresql|mongodb|redis|nacos)://[\w.%+-]{0,64})`;
/** Chinese text continues without a blank, so its usual top-level domains are listed. */
const DOMAIN = String.raw`(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:[A-Za-z][A-Za-z0-9-]{1,62}|(?:中国|中國|公司|网络|网址|香港|台湾)|\p{L}{2,63})`;
const NEXT_FOLDER =
  '(?=[\\\\/](?:Library|Documents|Desktop|Downloads|Pictures|Movies|Music|Public|Applications|AppData|OneDrive)\\b)';
const NAME = String.raw`(?:\\ |[^/\s"'\x60:;,<>|\\()[\]，。；）])`;

const PATTERNS: readonly RedactionPattern[] = [
  key(
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?=-----BEGIN)|$)/g,
  ),
  key(/PuTTY-User-Key-File[\s\S]{0,20000}?(?:Private-MAC: ?[0-9a-f]{0,128}|(?=PuTTY-User)|$)/g),
  key(/(:\/\/)[^\s/:@"']{0,256}:[^\s/"']{1,256}(?=@)/g),
  key(/(\bBearer\s{1,4})[A-Za-z0-9._~+/=-]{12,4096}/gi),
  key(/(\b(?:[Bb]asic|BASIC)\s{1,4})(?=[a-z]{0,4096}[A-Z0-9+/=])[A-Za-z0-9._~+/=-]{12,4096}/g),
  key(/((?:Set-)?Cookie["']?: ?["']?)[^\r\n"'\\]{4,4096}/gi),
  key(/\beyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,4096})?/g),
  key(`(?<![A-Za-z0-9])(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,512}${GOES_ON}`),
  key(`(?<![A-Za-z0-9])(?:${KEY_PREFIX})[A-Za-z0-9_.-]{10,512}${GOES_ON}`),
  // Amazon's secrets, which have slashes as paths do.
  key(/(?<![A-Za-z0-9+/=_.-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_.-])/g, looksRandom),
  // Mailgun, Zhipu, Telegram, Facebook.
  key(
    /(?<![A-Za-z0-9])(?:key-[0-9a-f]{32}|[0-9a-f]{32}\.[A-Za-z0-9]{16}|\d{8,10}:AA[\w-]{30,40}|EAA[A-Za-z0-9]{20,512})(?![A-Za-z0-9])/g,
  ),
  key(
    new RegExp(
      String.raw`(${SECRET_NAME}${ASSIGNED}(?:(?:Bearer|Basic|Token)\s{1,4})?)(?!\[redacted|${PROSE}|(?<!["'“])[\u4e00-\u9fff]{10,80}[，。；,;])[^\s"'\\,;&“”，；]{6,512}`,
      'gi',
    ),
  ),
  // An option; what follows a word must look like one.
  key(
    /((?<![\w-])--?[a-z-]{0,20}(?:password|passwd|pass|token|secret|api-?key)[ =]["']?)(?![\s"'-])(?!\[redacted)[^\s"']{4,512}/gi,
  ),
  email(`${NO_ACCOUNT}[A-Za-z0-9._%+'-]{1,64}@${DOMAIN}`, '@'),
  email(String.raw`${NO_ACCOUNT}(?:(?!\p{Script=Han})[\p{L}\p{N}._+'-]){1,64}@${DOMAIN}`, '@'),
  email(String.raw`\p{Script=Han}{1,8}@${DOMAIN}`, '@'),
  email(`[A-Za-z0-9._+'-]{1,64}%40${DOMAIN}`, '%40'),
  // Two names parted by a space are one where a folder that only homes have comes after.
  home(String.raw`\/Users\/[^/\s"'<>|]{1,64}(?: [^/\s"'<>|]{1,64}){1,3}${NEXT_FOLDER}`),
  home(String.raw`\\{0,4}\/(?:home|Users)\\{0,4}\/${NAME}{1,255}`),
  home(/%2F(?:home|Users)%2F(?:(?!%2F)[^\s/"'<>|&?#]){1,255}/gi),
  home(
    /(?:[A-Za-z]:|\\)(?:\\{1,4}|\/)(?:Users|用户|Documents and Settings)(?:\\{1,4}|\/)(?:[^\\/"'<>|:\s]{1,64}(?: [^\\/"'<>|:\s]{1,64}){0,4}(?=[\\/])|[^\\/\s"'<>|:]{1,64})/gi,
  ),
  home(/\\\\[\w.-]{1,64}\\{1,4}Users\\{1,4}[^\\/\s"'<>|:]{1,64}/gi),
  home(/(?<![\w.-])\/root(?![\w.-])/g),
  // Another user's home in the shell's short form; `~/` alone names no one.
  home(/(?<![\w.~/\\-])~[a-z_][a-z0-9_-]{1,31}(?=\/)/g),
  // Before cards: a number with a leading plus is not one.
  phone(/(?<![A-Za-z0-9.+])(?:\+|00)[1-9]\d{0,2}(?:[ .-]{0,2}\(?\d{1,4}\)?){2,6}(?![A-Za-z0-9])/g, isPhone),
  phone(/(?<![A-Za-z0-9.+])(?:\+|00)[1-9]\d{7,14}(?![A-Za-z0-9])/g),
  card(String.raw`${START}${ID_IN_PATH}\d(?:[ -]{0,2}\d){12,18}${END}`, isCard),
  phone(new RegExp(String.raw`(${PHONE_NAME}${ASSIGNED}\s{0,4})\+?\(?\d[\d ().-]{5,20}\d${END}`, 'gi'), isPhone),
  phone(String.raw`${START}(?:86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}${END}`),
  phone(String.raw`${START}\(?0\d{2,3}(?:\)[ -]?|[ -])\d{7,8}${END}`),
  phone(String.raw`(?<![A-Za-z0-9.(])(?:1[ .-]?)?\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}${END}`),
  // North America's, in one: no area begins with 0 or 1, as times in seconds do.
  phone(
    /(?<![A-Za-z0-9_.+-])(?<!(?:bytes|size|total|count|limit|length|seed|ms|tokens|\bid)["']?\s?[:=]\s?["']?)[2-9]\d{2}[2-9]\d{6}(?![\w.-])/gi,
  ),
  // Europe's within a country: a nought and nine or ten digits more, in groups.
  phone(
    /(?<![A-Za-z0-9.+:-])0[1-9](?:[ .-]\d{2}){4}(?![A-Za-z0-9:-])|(?<![A-Za-z0-9.+:-])0\d{2,4}[ -]\d{3,4}[ -]\d{3,4}(?![A-Za-z0-9:-])|(?<![A-Za-z0-9.+:-])0\d{3,4} \d{6}(?![A-Za-z0-9:-])/g,
  ),
  ...FURTHER_PATTERNS,
  ...SAID_PATTERNS,
  ...KEY_PATTERNS,
  ...PERSON_PATTERNS,
  ...FURTHER_PERSON_PATTERNS,
];

export interface Find {
  readonly from: number;
  readonly to: number;
  readonly kind: RedactionKind;
  readonly value: string;
  /** Further values that were found within the same place. */
  readonly others?: readonly string[];
}

/** Looks through a decoded text. `isBinary`: bytes, of which only known values are worth looking for. */
export type Finder = (text: string, isBinary: boolean) => readonly Find[];

/** Base64 within base64 within base64. */
const DEEPEST = 3;

/** Searches every decoding of the text, and text encoded in it; in order, without overlaps. */
export function findsIn(source: string, finder: Finder, depth = 0, isBinary = false): readonly Find[] {
  const finds: Find[] = [];
  if (isBinary) return finder(source, true);
  for (const view of viewsOf(source)) {
    const inSource = ({ from, to }: Pick<Find, 'from' | 'to'>) => ({
      from: sourceOffset(view, from),
      to: sourceOffset(view, to),
    });
    for (const find of finder(view.text, false)) finds.push({ ...find, ...inSource(find) });
    if (depth === DEEPEST) continue;
    for (const encoded of encodedTexts(view.text)) {
      const within = findsIn(encoded.decoded, finder, depth + 1, encoded.isBinary);
      const [first] = within;
      const { kind = 'key', value = '' } = first ?? {};
      if (first !== undefined) finds.push({ kind, value, others: valuesOf(within), ...inSource(encoded) });
    }
  }
  return merged(finds);
}

export const valuesOf = (finds: readonly Find[]): string[] =>
  finds.flatMap(({ value, others = [] }) => [value, ...others]);

/** Merges overlapping finds into one; a key, or else the longest, sets its kind. */
export function merged(finds: readonly Find[]): readonly Find[] {
  if (finds.length < 2) return finds;
  const kept: Find[] = [];
  for (const find of finds.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1);
    if (last === undefined || find.from >= last.to) {
      kept.push(find);
      continue;
    }
    // In an address with a password, the password matters.
    const isLonger = find.to - find.from > last.to - last.from;
    const longest = last.kind === 'key' ? last : find.kind === 'key' || isLonger ? find : last;
    const others = valuesOf([last, find]).filter((value) => value !== longest.value);
    kept[kept.length - 1] = { ...longest, from: last.from, to: Math.max(last.to, find.to), others };
  }
  return kept;
}

// Finds matches in a decoded text: secrets by their form, home folders, and random-looking text.

/** @param folders removed as home folders wherever they occur. */
export function patternFinder(folders: readonly string[]): Record<'inText' | 'inName', Finder> {
  // Includes their form in JSON within a text; longest first.
  const spellings = folders
    .filter((folder) => folder.length > 3)
    .flatMap((folder) => [folder, JSON.stringify(folder).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  const inName: Finder = (text, isBinary) => (isBinary ? [] : [...folderFinds(text, spellings), ...byForm(text)]);
  return {
    inName,
    /** Ids look random too. */
    inText: (text, isBinary) => (isBinary ? [] : [...inName(text, false), ...drawnByLot(text)]),
  };
}

function* folderFinds(text: string, folders: readonly string[]): Generator<Find> {
  for (const value of folders) {
    for (let from = text.indexOf(value); from !== -1; from = text.indexOf(value, from + value.length)) {
      yield { from, to: from + value.length, kind: 'home', value };
    }
  }
}

function* byForm(text: string): Generator<Find> {
  for (const { kind, pattern, needs, holds } of PATTERNS) {
    if (!(typeof needs === 'object' ? needs.test(text) : text.includes(needs ?? ''))) continue;
    for (const match of text.matchAll(pattern)) {
      const from = match.index + (match[1]?.length ?? 0);
      const to = match.index + match[0].length;
      const value = text.slice(from, to);
      const isNone = value === '' || (kind === 'key' && IN_PLACE.test(value));
      if (!isNone && holds?.(value) !== false) yield { from, to, kind, value };
    }
  }
}

/** Quick to look for: few texts have one. */
const SECRET_HEADING = /(?:^|[|\t;,])[^\n]{0,40}(?:pass|pwd|secret|token|key|密码|口令|钥)[^\n]{0,200}\n/im;
const SECRET_COLUMN = /^(?:\S{1,12}[ _-])?(?:password|passwd|pwd|secret|token|api[ _-]?key|密码|口令|[密秘]钥)$/i;

/** Cells below a heading that names a secret, in tables of Markdown and of values apart by commas, semicolons or tabs. */
function* inColumns(text: string): Generator<Find> {
  let table = { by: '', count: 0, secret: [] as readonly number[] };
  let from = 0;
  for (const line of text.split('\n')) {
    const by = ['|', '\t', ';', ','].find((one) => line.includes(one)) ?? '';
    const cells = by === '' ? [] : line.split(by);
    const words = cells.map((cell) => cell.trim().replace(/^[`*"]+|[`*"]+$/g, ''));
    if (table.by !== by || table.count !== cells.length) {
      // With a comma at its end, a line is of code.
      const names = /[,;]\s*$/.test(line) ? [] : words;
      table = {
        by,
        count: cells.length,
        secret: [...names.keys()].filter((at) => SECRET_COLUMN.test(names[at] ?? '')),
      };
    } else {
      for (const at of table.secret) {
        const value = words[at] ?? '';
        const begin = from + [...cells.slice(0, at), ''].join(by).length + (cells[at] ?? '').indexOf(value);
        if (/^(?![-:.]+$)\S{4,}$/.test(value) && !IN_PLACE.test(value))
          yield { from: begin, to: begin + value.length, kind: 'key', value };
      }
    }
    from += line.length + 1;
  }
}

function* drawnByLot(text: string): Generator<Find> {
  for (const { 0: value, index: from } of text.matchAll(RANDOM)) {
    if (looksRandom(value)) yield { from, to: from + value.length, kind: 'key', value };
  }
  if (SECRET_HEADING.test(text)) yield* inColumns(text);
  for (const { from, to } of recoveryWords(text)) yield { from, to, kind: 'key', value: text.slice(from, to) };
}

/** Number of redactions, by kind. */
export type RedactionCount = Readonly<Record<RedactionKind, number>>;

export const noCounts = (): Record<RedactionKind, number> =>
  Object.fromEntries(REDACTION_KINDS.map((kind) => [kind, 0])) as Record<RedactionKind, number>;

export const totalOf = (count: RedactionCount): number => REDACTION_KINDS.reduce((sum, kind) => sum + count[kind], 0);
