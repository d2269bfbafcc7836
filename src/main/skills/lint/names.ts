import type { FindingCode, FindingFacts } from '../../../shared/messages/failure.ts';
import { lookAlike } from '../confusable.ts';
import { atField, atTop, lengthOf, loadFaults, replaceField, short, textField } from './facts.ts';
import { findAll, inEach, instructionSources, lineAround } from './sources.ts';
import { type LintSkill, rule } from './types.ts';

export const nameConfusable = rule('name-confusable', 'warning', (skill) => {
  const names = [skill.id, textField(skill, 'name')?.trim() ?? ''];
  return [...new Set(names)].flatMap((name) => {
    const ascii = lookAlike(name);
    if (ascii === undefined) return [];
    return [{ ...atTop(skill), code: 'name-confusable', figures: { name: short(name), ascii: short(ascii) } }];
  });
});

export const MAX_NAME = 64;
/** Letters without case (Chinese, Arabic, Thai …) are as good as lower case ones. */
export const CHARACTERS = /^[\p{Ll}\p{Lo}\p{Lm}\p{Nd}-]*$/u;

export function nameFault(name: string): FindingFacts | undefined {
  const code = codeOf(name);
  if (code === undefined) return undefined;
  const figures = { name: short(name), n: lengthOf(name), most: MAX_NAME, better: normalName(name) ?? 'my-skill' };
  return { code, figures };
}

function codeOf(name: string): FindingCode | undefined {
  if (lengthOf(name) > MAX_NAME) return 'name-too-long';
  if (name !== name.normalize('NFKC')) return 'name-not-nfkc';
  if (/^-|-$/.test(name)) return 'name-hyphen-ends';
  if (name.includes('--')) return 'name-double-hyphen';
  if (name !== name.toLowerCase()) return 'name-capitals';
  return CHARACTERS.test(name) ? undefined : 'name-characters';
}

/** The same name as the specification would have it; undefined where that is not plain. */
function normalName(name: string): string | undefined {
  const normal = name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
  return normal !== '' && codeOf(normal) === undefined ? normal : undefined;
}

function given(skill: LintSkill): string | undefined {
  const name = textField(skill, 'name');
  return name === undefined || name.trim() === '' ? undefined : name;
}

export const nameFormat = rule(
  'name-format',
  'error',
  (skill) => {
    const name = given(skill);
    const fault = name === undefined ? undefined : nameFault(name);
    return fault === undefined ? [] : [{ ...atField(skill, 'name'), ...fault }];
  },
  (skill) => {
    const normal = normalName(given(skill) ?? '');
    const change = normal === undefined ? undefined : replaceField(skill, 'name', normal);
    return change === undefined ? [] : [change];
  },
);

export const nameReserved = rule('name-reserved', 'info', (skill) => {
  const word = /claude|anthropic/i.exec(given(skill) ?? '')?.[0];
  if (word === undefined) return [];
  return [{ ...atField(skill, 'name'), code: 'name-reserved', figures: { word: word.toLowerCase() } }];
});

export const nameMissing = rule('name-missing', 'error', (skill) => loadFaults(skill, 'name-missing'));

export const nameNotFolder = rule(
  'name-not-folder',
  'error',
  (skill) => {
    const name = textField(skill, 'name')?.trim();
    if (name === undefined || name === '' || name.normalize('NFKC') === skill.id.normalize('NFKC')) return [];
    // That it isn't well-formed says enough.
    if (nameFault(name) !== undefined) return [];
    const figures = { name: short(name), folder: short(skill.id) };
    return [{ ...atField(skill, 'name'), code: 'name-not-folder', figures }];
  },
  (skill) => {
    const change = nameFault(skill.id) === undefined ? replaceField(skill, 'name', skill.id) : undefined;
    return change === undefined ? [] : [change];
  },
);

const PATTERNS: readonly (readonly [FindingCode, RegExp])[] = [
  [
    'overrides-instructions',
    /\b(?:ignore|disregard|forget|override|bypass)\s{1,5}(?:(?:all|any|every|the|of|these|those|your|my|what)\s{1,5}){0,4}(?:(?:previous|prior|earlier|above|preceding|existing|system|user(?:'s)?|developer|safety)\s{1,5}){1,3}(?:instructions?|prompts?|messages?|rules?|guidelines?|requests?|wishes|guardrails)\b/gi,
  ],
  [
    'overrides-hides',
    /\b(?:do not|don't|never)\s{1,5}(?:tell|inform|reveal|mention|disclose|show|let(?=(?:\s{1,5}\w{1,20}){1,2}\s{1,5}(?:know|see|notice|learn|find)\b))\b(?:\s{1,5}(?:this|it|that|these|any of this|anything))?(?:\s{1,5}to)?\s{1,5}(?:the\s{1,5})?(?:users?|person|people|humans?|them)\b(?!\s{1,5}(?:to|how|what to)\b)/gi,
  ],
  [
    'overrides-wish',
    /\beven if the (?:user|person) (?:says no|refuses|objects|declines|disagrees|asks (?:you )?(?:not to|to stop))/gi,
  ],
  [
    'overrides-unasked',
    /\bwithout (?:asking|telling|informing|notifying|confirming with|confirmation from|the (?:knowledge|consent|approval) of)(?: the)? (?:users?|person)\b/gi,
  ],
  [
    'overrides-instructions',
    /(?:忽略|无视|忘记|忘掉|绕过)(?:掉)?(?:所有|一切|任何)?(?:之前|先前|以上|上述|前面|此前|系统|用户)的?(?:所有|一切|任何)?(?:指令|指示|要求|提示|提示词|规则|消息)/g,
  ],
  [
    'overrides-unseen',
    /(?:<!--|^\[\/\/\]: # ["'(])[^>]{0,200}?(?:\b(?:send|upload|post|forward|e?mail|run|fetch|curl)\b|发送|上传|转发|运行)[^>]{0,200}?(?:https?:\/\/|\w@\w)[^\s>]{0,60}/gim,
  ],
  ['overrides-hides', /(?:不要|不得|不能|别|禁止|切勿)(?:告诉|告知|透露给|让|通知)用户(?!如何|怎么)/g],
  [
    'overrides-unasked',
    /(?:无需|不必|不用|不要|不得|无须)(?:征求|询问|征得|经过|请求)用户(?:的)?(?:同意|确认|许可|批准)/g,
  ],
];
/** A warning against such instructions is none itself. */
export const WARNS =
  /\b(?:never|don't|do not|must not|should not|refuse|attacks?|inject\w*|untrusted|suspicious|malicious|attempts?)\b|拒绝|攻击|注入|恶意|可疑/i;

/** Only a text about attacks has these words. */
const ABOUT_ATTACKS =
  /\b(?:attacks?|inject\w*|untrusted|suspicious|malicious|attempts?|red flags?)\b|攻击|注入|恶意|可疑/i;
/** In front of words in quotes: what is not to be written. */
const NOT_LIKE_THIS = /\b(?:avoid(?:s|ing)?|rather than|instead of)\b|避免|而不是/i;
const QUOTE = /["“‘「『]$/;

export const overridesUser = rule('overrides-user', 'warning', (skill) =>
  inEach(instructionSources(skill), (source) =>
    PATTERNS.flatMap(([code, pattern]) =>
      findAll(source, pattern, (match) => {
        const [words] = match;
        const around = lineAround(source.text, match.index).replace(words, '');
        const before = source.text.slice(0, match.index);
        const isWarning =
          ABOUT_ATTACKS.test(around) ||
          (QUOTE.test(before) && NOT_LIKE_THIS.test(before.slice(before.lastIndexOf('\n') + 1))) ||
          (code === 'overrides-instructions' &&
            WARNS.test(around.replace(/(?:do not|don't|never) (?:tell|inform)/gi, '')));
        return isWarning ? undefined : { code, figures: { words: short(words) } };
      }),
    ),
  ),
);

export const shadowed = rule('shadowed', 'warning', (skill) =>
  skill.shadowedBy === undefined
    ? []
    : [{ ...atTop(skill), code: 'shadowed', figures: { name: short(skill.id), file: skill.shadowedBy } }],
);
