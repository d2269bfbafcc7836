/** Facts of persons as other languages and countries write them. */
import type { RedactionPattern } from './redaction-pattern.ts';
import { PASSWORDS, PHONES, STREETS_BEFORE } from './words-of-languages.ts';

const END = '(?![A-Za-z0-9])';
const NAME = String.raw`\p{Lu}[\p{L}'’.-]{1,24}`;

const isPhone = (text: string): boolean => {
  const { length } = text.replace(/\D/g, '');
  return length >= 7 && length <= 15 && !/^(?:19|20)\d{2}[-/.]\d{1,2}\D/.test(text);
};

export const FURTHER_PERSON_PATTERNS: readonly RedactionPattern[] = [
  {
    kind: 'key',
    pattern: new RegExp(
      String.raw`((?<!\p{L})(?:${PASSWORDS})["']?\s{0,3}(?:[:=：]|\p{L}{1,4}\s)?\s{0,3}["'“]?)(?!\[redacted)(?=[^\s"'”，。]{0,64}[\d!@#$%^&*])[^\s"'”，。]{4,128}`,
      'giu',
    ),
  },
  {
    kind: 'phone',
    pattern: new RegExp(
      String.raw`((?<!\p{L})(?:${PHONES}|tel|phone|手机号?|电话)["']?[.:：=]{0,2}\s{0,3})(?:\+\s?)?\(?\d[\d ()./-]{5,22}\d${END}`,
      'giu',
    ),
    holds: isPhone,
  },
  // Russia's within the country, and India's.
  { kind: 'phone', pattern: /(?<![A-Za-z0-9.+-])8[ -]?\(?9\d{2}\)?[ -]?\d{3}[ -]\d{2}[ -]\d{2}(?![A-Za-z0-9-])/g },
  {
    kind: 'personal',
    pattern: new RegExp(
      String.raw`(?<!\p{L})(?:${STREETS_BEFORE}) ?(?:(?:de|del|della|dei|da|do|la|las|los|el) ){0,3}${NAME}(?: (?:(?:de|da|do|y|e) )?${NAME}){0,3},? (?:n[º°.]? ?)?\d{1,4}(?: ?[a-z](?!\p{L}))?(?:, ?[\dº°ª]{1,4} ?[A-Z]?(?!\d))?(?:, (?:\d{4,6} )?${NAME})?`,
      'gu',
    ),
  },
  // Addresses in Taiwan, Hong Kong and Japan.
  {
    kind: 'personal',
    pattern:
      /(?:\p{Script=Han}{2,3}[市縣区區都府県道]){0,2}\p{Script=Han}{0,4}[區区鄉鎮市町村]?\p{Script=Han}{1,6}(?:路|街|道|大道)(?:[\d一二三四五六七八九十]{1,3}段)?(?:\d{1,4}巷)?(?:\d{1,4}弄)?\d{1,5}(?:之\d{1,3})?號(?:\d{1,3}樓)?/gu,
  },
  {
    kind: 'personal',
    pattern:
      /(?:〒\d{3}-\d{4}\s?)?\p{Script=Han}{2,3}[都道府県][\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]{1,20}(?:\d{1,4}丁目)?\d{1,4}(?:[-−番]\d{1,4}){1,3}(?!\d)/gu,
  },
  {
    kind: 'personal',
    pattern: /(?<![A-Za-z])P\.? ?O\.? Box \d{1,7}(?:, [A-Z][A-Za-z .'-]{1,30}){0,2}(?:,? [A-Z]{2} \d{5}(?:-\d{4})?)?/gi,
  },
  // Payment names of India.
  {
    kind: 'card',
    pattern: /(?<![\w.-])[\w.-]{2,64}@(?:ok(?:hdfcbank|icici|sbi|axis)|ybl|ibl|axl|apl|paytm|upi)(?![\w.-])/gi,
  },
];
