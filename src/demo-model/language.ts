export type Language = 'zh' | 'en';

/** Understood alike in both languages. */
const NEUTRAL = /^(?:ok(?:ay)?|yes|no|hi|hello|thanks?|thx|bye)[.!?]*$/i;

/** After a message; undefined while nothing has told. "1", "OK", "NH964" and names in Latin letters keep the language. */
export function languageOf(before: Language | undefined, message: string): Language | undefined {
  const han = message.match(/\p{Script=Han}/gu)?.length ?? 0;
  // An address tells nothing of the language.
  const english = message.replace(/\S+@\S+/g, '').match(/\b[a-z]{2,}\b/g)?.length ?? 0;
  if (han > 0 && (han >= english || before === 'zh')) return 'zh';
  if (before !== undefined && (english === 0 || NEUTRAL.test(message.trim()))) return before;
  return /[a-z]/i.test(message) ? 'en' : before;
}
