/** What is taken out before a session is shown to others. When unsure, it is taken out. */

import type { RedactionKind } from '../../../shared/review.ts';

export interface RedactionPattern {
  readonly kind: RedactionKind;
  /** Global. Every repetition is bounded: a text may be a megabyte of one word. A first group is kept. */
  readonly pattern: RegExp;
  /** Whether what matched is one; undefined where the form says it all. */
  readonly holds?: (match: string) => boolean;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** ISO/IEC 7812-1: the check digit of card numbers. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const isCard = (text: string): boolean => {
  const digits = digitsOf(text);
  return digits.length >= 13 && digits.length <= 19 && (isLuhn(digits) || /^\d{4}([ -])\d{4}\1\d{4}\1\d{4}/.test(text));
};

/** E.164 allows 15 digits. */
const isPhone = (text: string): boolean => {
  const { length } = digitsOf(text);
  return length >= 7 && length <= 15;
};

/** Not inside a word, a number or a hash. */
const START = '(?<![A-Za-z0-9.])';
const END = '(?![A-Za-z0-9])';

const SECRET_NAME =
  '(?:api[_-]?key|access[_-]?key|secret|token(?!s)|passwd|password|pwd|authorization|密码|口令|密钥|令牌)';
const PHONE_NAME = '(?:phone|mobile|telephone|tel|whatsapp|电话|手机号?|联系方式)';
const ASSIGNED = String.raw`[\w-]{0,20}\\{0,2}["'”]?\s{0,4}[:=：]\s{0,4}\\{0,2}["'“]?`;

export const PATTERNS: readonly RedactionPattern[] = [
  {
    kind: 'key',
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  },
  { kind: 'key', pattern: /(:\/\/)[^\s/:@"']{0,256}:[^\s/@"']{1,256}(?=@)/g },
  { kind: 'key', pattern: /(\b(?:Bearer|Basic)\s{1,4})[A-Za-z0-9._~+/=-]{12,4096}/gi },
  { kind: 'key', pattern: /\beyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,4096})?/g },
  { kind: 'key', pattern: /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,512}/g },
  {
    kind: 'key',
    pattern:
      /(?<![A-Za-z0-9])(?:gh[opusr]_|github_pat_|glpat-|xox[a-z]-|hf_|npm_|AIza|AKIA|ASIA|ya29\.)[A-Za-z0-9_.-]{10,512}/g,
  },
  {
    kind: 'key',
    pattern: new RegExp(String.raw`(${SECRET_NAME}${ASSIGNED})(?!\[redacted)[^\s"'\\,;&“”，；]{6,512}`, 'gi'),
  },
  { kind: 'email', pattern: /[A-Za-z0-9._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/gu },
  { kind: 'home', pattern: /\/(?:home|Users)\/[^/\s"'`:;,<>|\\()[\]，。；）]{1,255}/g },
  {
    kind: 'home',
    pattern:
      /[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/)(?:[^\\/"'<>|:\s]{1,64}(?: [^\\/"'<>|:\s]{1,64}){0,4}(?=[\\/])|[^\\/\s"'<>|:]{1,64})/gi,
  },
  { kind: 'home', pattern: /(?<![\w.-])\/root(?![\w.-])/g },
  { kind: 'card', pattern: new RegExp(String.raw`${START}\d(?:[ -]?\d){12,18}${END}`, 'g'), holds: isCard },
  {
    kind: 'phone',
    pattern: new RegExp(String.raw`(${PHONE_NAME}${ASSIGNED}\s{0,4})\+?\(?\d[\d ().-]{5,20}\d${END}`, 'gi'),
    holds: isPhone,
  },
  {
    kind: 'phone',
    pattern: /(?<![A-Za-z0-9.+])(?:\+|00)[1-9]\d{0,2}(?:[ .-]?\(?\d{1,4}\)?){2,6}(?![A-Za-z0-9])/g,
    holds: isPhone,
  },
  { kind: 'phone', pattern: new RegExp(String.raw`${START}(?:86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}${END}`, 'g') },
  { kind: 'phone', pattern: new RegExp(String.raw`${START}\(?0\d{2,3}\)?[ -]\d{7,8}${END}`, 'g') },
  { kind: 'phone', pattern: new RegExp(String.raw`(?<![A-Za-z0-9.(])\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}${END}`, 'g') },
];

/** Names of fields whose text is secret whatever it looks like. */
export const SECRET_FIELD =
  /(?:^|[_-])(?:api[_-]?key|access[_-]?key|secret|client[_-]?secret|token|passwd|password|pwd|authorization)$|(?:apiKey|accessToken|clientSecret|authToken)$/i;
/** Of a number on its own. */
export const isPersonalNumber = (digits: string): RedactionKind | undefined => {
  if (/^(?:86)?1[3-9]\d{9}$/.test(digits)) return 'phone';
  return /^\d{13,19}$/.test(digits) && isLuhn(digits) ? 'card' : undefined;
};
