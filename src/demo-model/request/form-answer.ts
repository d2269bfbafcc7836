/**
 * The answer to a form, which comes as a list of labels and values, as the sentence that a person would have said: what
 * follows reads sentences.
 */

const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    出发城市: 'from',
    From: 'from',
    到达城市: 'to',
    To: 'to',
    出发日期: 'date',
    'Departure date': 'date',
    返程日期: 'return',
    'Return date': 'return',
    成人: 'adults',
    Adults: 'adults',
    '儿童（2–11 岁）': 'children',
    'Children (2 to 11)': 'children',
    舱位: 'cabin',
    Cabin: 'cabin',
    只看直飞: 'direct',
    'Direct flights only': 'direct',
    乘客: 'passengers',
    Passengers: 'passengers',
    行程单邮箱: 'contact',
    'E-mail for the itinerary': 'contact',
  }),
);

const LINE = /^- ([^:：]+?)(?:：|: )(.+)$/;
const SKIPPED = /^(?:（我跳过了表单|\(I skipped the form )/;

/** In place of a form's answer; other messages are left as they are. */
export function spokenAnswer(text: string): string {
  if (SKIPPED.test(text)) return /\p{Script=Han}/u.test(text) ? SKIP.zh : SKIP.en;
  const [title = '', ...lines] = text.split('\n');
  if (!/[:：]$/.test(title) || lines.length === 0) return text;
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, label = '', value = ''] = LINE.exec(line) ?? [];
    const field = FIELDS.get(label);
    if (field === undefined) return text;
    values.set(field, value.trim());
  }
  return /\p{Script=Han}/u.test(title) ? chinese(values) : english(values);
}

const SKIP = { zh: '跳过', en: 'skip' } as const;

/** The form was put aside: the question is asked in words. */
export const isSkip = (said: string): boolean => said === SKIP.zh || said === SKIP.en;

type Values = ReadonlyMap<string, string>;

function chinese(values: Values): string {
  const part = partOf(values);
  return [
    part('passengers', (names) => `乘客：${names.replaceAll('（成人）', '')}`),
    part('contact', (address) => `邮箱 ${address}`),
    values.has('from') && values.has('to') ? `从${place(values, 'from')}到${place(values, 'to')}` : undefined,
    part('date', (day) => `${day}出发`),
    part('return', (day) => `${day}返回`) ?? (values.has('date') ? '单程' : undefined),
    part('adults', (count) => `${count}位成人`),
    part('children', (count) => (count === '0' ? undefined : `${count}位儿童`)),
    part('cabin', (cabin) => cabin),
    part('direct', (wanted) => (wanted === '是' ? '直飞' : undefined)),
  ]
    .filter((one) => one !== undefined)
    .join('，');
}

function english(values: Values): string {
  const part = partOf(values);
  return [
    part('passengers', (names) => `Passengers: ${names.replaceAll(' (adult)', '')}`),
    part('contact', (address) => `e-mail ${address}`),
    values.has('from') && values.has('to')
      ? `a flight from ${place(values, 'from')} to ${place(values, 'to')}`
      : undefined,
    part('date', (day) => `on ${day}`),
    part('return', (day) => `returning on ${day}`) ?? (values.has('date') ? 'one way' : undefined),
    part('adults', (count) => `${count} adult${count === '1' ? '' : 's'}`),
    part('children', (count) => (count === '0' ? undefined : `${count} ${count === '1' ? 'child' : 'children'}`)),
    part('cabin', (cabin) => `${cabin.toLowerCase()} class`),
    part('direct', (wanted) => (wanted === 'yes' ? 'direct' : undefined)),
  ]
    .filter((one) => one !== undefined)
    .join(', ');
}

const partOf =
  (values: Values) =>
  (name: string, say: (value: string) => string | undefined): string | undefined => {
    const value = values.get(name);
    return value === undefined ? undefined : say(value);
  };

/** Without the code behind it. */
const place = (values: Values, name: string): string => (values.get(name) ?? '').replace(/ ?\([^)]*\)$/, '');
