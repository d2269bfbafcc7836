/** Times of day as `HH:MM`, parts of a day, and spans of time, as people say them. */

const PART = '(?:凌晨|清晨|早上|早晨|早|上午|中午|下午|傍晚|晚上|(?<!最)晚|夜里)';
/** Sources without groups. */
export const TIME = [
  '\\b\\d{1,2}(?:[:.][0-5]\\d)? ?(?:am|pm|a\\.m\\.?|p\\.m\\.?)(?![a-z])',
  "\\b\\d{1,2}(?::[0-5]\\d)? ?(?:o'?clock)?(?: in the (?:morning|afternoon|evening)| at night)",
  '\\b\\d{1,2}:[0-5]\\d\\b|(?<=\\b(?:before|after|by|at|until|past) )\\d{1,2}\\.[0-5]\\d\\b',
  '\\b(?:1\\d|2[0-3])h\\b',
  "\\b\\d{1,2} ?o'?clock\\b",
  '\\b(?:[01]\\d|2[0-3])[0-5][05](?= ?(?:or (?:later|earlier|after|before)|hrs|hours|onwards)\\b)|(?<=\\b(?:after|before|by|leaving|until) )(?:[01]\\d|2[0-3])[0-5][05]\\b',
  '\\b(?:noon|midday|midnight|lunchtime)\\b',
  "(?<=(?<!difference )\\b(?:before|after|by|until|till|past|than|at|from|around|about|between|between \\d{1,2} and) )\\d{1,2}(?: ?o'?clock)?(?=$|[,.;!?:]| (?:on|and|or|please|at|but|so|if|from|to|because|as|in|only|will|is|would)\\b| [\ue000-\ue3ff])",
  `${PART}?\\d{1,2}(?:点(?:[0-5]?\\d分?|[一二三]刻)?钟?|[:：][0-5]\\d)`,
  '(?:中午|正午)(?=[之以]?[前后])',
].join('|');

const two = (value: number) => String(value).padStart(2, '0');

/** A bare hour is that of a day's business: 7 to 12 before, 1 to 6 after noon. */
export function readTime(said: string): string | undefined {
  const text = said.trim().toLowerCase();
  if (/^(?:noon|midday|lunchtime|中午|正午)$/.test(text)) return '12:00';
  if (text === 'midnight') return '23:59';
  const [, digits = '', split, more = split] = /(\d{1,2})(?:[:.：点](\d{1,2})?|(\d\d))?/.exec(text) ?? [];
  let hour = Number(digits);
  const minute = more === undefined ? (/一刻/.test(text) ? 15 : /三刻/.test(text) ? 45 : 0) : Number(more);
  const isMorning = /a\.?m|morning|凌晨|清晨|早|上午/.test(text);
  const isLater = /p\.?m|afternoon|evening|at night|下午|傍晚|晚|夜/.test(text);
  if (isLater && hour < 12) hour += 12;
  else if (isMorning && hour === 12) hour = 0;
  else if (/中午/.test(text) && hour < 4) hour += 12;
  else if (!isMorning && !isLater && hour >= 1 && hour <= 6 && !/^\d{2}:|:\d\d/.test(text)) hour += 12;
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : undefined;
}

export const SPAN =
  '(?:(?:an?|half an|\\d{1,2}(?:\\.5)?)(?: and a half)? ?(?:hours?|hrs?|h)\\b(?: and a half\\b)?|\\d{1,3} ?min(?:ute)?s?\\b|(?:\\d{1,2}个?半?|半个?)小时|\\d{2,3} ?分钟)';

/** Minutes. */
export function readSpan(said: string): number | undefined {
  const text = said.toLowerCase();
  const count = Number(/\d+/.exec(text)?.[0] ?? 1);
  if (/min|分钟/.test(text)) return count;
  if (/^half|^半/.test(text)) return 30;
  return count * 60 + (/and a half|\.5|半/.test(text) ? 30 : 0);
}

export const DAY_PART =
  '(?<=[\\ue300-\\ue3ff],? )[ap]m\\b|(?<!\\d )\\b(?:early |late |first thing in the |in the )?(?:mornings?|afternoons?|evenings?|eve|night|after (?:work|lunch|dinner|a late lunch)|before lunch|first thing|red[- ]?eyes?)\\b(?! class)|(?:早上|早晨|清晨|一早|上午|(?:吃完)?(?:午饭|中饭|午餐)[之以]?后|吃(?:完|过)(?:午饭|中饭|午餐)|半夜|深夜|中午|午后|下午|傍晚|(?<!\\d个?)晚上|夜里|晚间|下班后?|红眼)';

/** Earliest and latest of a part of the day. */
export function readDayPart(said: string): { readonly after?: string; readonly before?: string } {
  if (/red|红眼|半夜|深夜/i.test(said)) return { before: '06:00' };
  if (/work|evening|eve$|night|傍晚|晚|夜|下班|dinner/i.test(said)) return { after: '18:00' };
  if (/中午/.test(said)) return { after: '11:00', before: '14:00' };
  if (/after (?:a late )?lunch|[饭餐][之以]?后|[完过][午中]/i.test(said)) return { after: '12:00' };
  if (/^pm$/i.test(said)) return { after: '12:00' };
  if (/afternoon|下午|午后/i.test(said)) return { after: '12:00', before: '18:00' };
  return { before: '12:00' };
}
