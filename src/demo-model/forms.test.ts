import { expect, it } from 'vitest';
import { answer } from './answer.ts';
import { spokenAnswer } from './request/form-answer.ts';
import { chatRequestSchema } from './wire.ts';

const SCRIPT = (name: string) => `  - \`/s/${name}\` (run with: \`python3 /s/${name}\`)`;
const SYSTEM = [
  '## Available Skills (use when needed)',
  '- [✓] **book-flight**: Flight booking assistant (机票预订): searches flights.',
  '## Loaded Skill Instructions',
  '',
  '### Skill: book-flight',
  '# Skill: book-flight',
  '',
  '## Skill Context',
  '- **Available Scripts**:',
  ...['get_current_time.py', 'search_flights.py', 'book_flight.py', 'manage_bookings.py'].map(SCRIPT),
  '- **Available References**: `reference.md`, `forms.md`',
  '',
  '## Instructions',
  'Book.',
].join('\n');

const tool = (name: string, ...fields: string[]) => ({
  type: 'function',
  function: { name, parameters: { properties: Object.fromEntries(fields.map((field) => [field, {}])) } },
});
const ASKING = [tool('run_command', 'command'), tool('load_skill', 'name'), tool('ask_user', 'form', 'values')];

const talk = (tools: readonly object[], ...messages: object[]) =>
  answer(chatRequestSchema.parse({ model: 'm', tools, messages: [{ role: 'system', content: SYSTEM }, ...messages] }));
const person = (content: string) => ({ role: 'user', content });
const shown = (form: string) => [
  {
    role: 'assistant',
    content: 'x',
    tool_calls: [{ id: 'f', function: { name: 'ask_user', arguments: JSON.stringify({ form }) } }],
  },
  { role: 'tool', tool_call_id: 'f', content: 'The form is on the screen.' },
];

it('asks what is missing by the form, with what was said filled in; in words where there is no form', () => {
  const asked = talk(ASKING, person('我想订两张去东京的机票，商务舱'));
  expect(asked.text).toContain('从哪个城市出发');
  expect(asked.call).toEqual({
    name: 'ask_user',
    arguments: { form: 'book-flight/search', values: { to: 'Tokyo', adults: 2, cabin: 'business' }, language: 'zh' },
  });
  expect(talk(ASKING.slice(0, 2), person('I want to fly to Tokyo')).call).toBeUndefined();
});

it('goes on from the answer, from words in its place, and from a skip, and shows no form twice', () => {
  const begin = [person('I want to fly to Tokyo'), ...shown('book-flight/search')];
  const filled =
    'Your trip:\n- From: Beijing (BJS)\n- To: Tokyo (TYO)\n- Departure date: 2027-03-12\n- Adults: 2\n- Cabin: Economy';
  expect(talk(ASKING, ...begin, person(filled)).call?.arguments.command).toMatch(
    /get_current_time\.py$|search_flights\.py --from Beijing --to Tokyo --date 2027-03-12 --adults 2/,
  );
  for (const words of ['from Beijing', '(I skipped the form “Your trip”.)']) {
    const next = talk(ASKING, ...begin, person(words));
    expect(next.call, words).toBeUndefined();
    expect(next.text, words).toMatch(/which day/i);
  }
});

it.each([
  [
    '行程：\n- 出发城市：上海 (SHA)\n- 到达城市：曼谷 (BKK)\n- 出发日期：2027-03-12\n- 返程日期：2027-03-20\n- 成人：2\n- 儿童（2–11 岁）：1\n- 舱位：商务舱\n- 只看直飞：是',
    '从上海到曼谷，2027-03-12出发，2027-03-20返回，2位成人，1位儿童，商务舱，直飞',
  ],
  ['乘客信息：\n- 乘客：张伟（成人）、张小明（儿童）', '乘客：张伟、张小明（儿童）'],
  ['Who is travelling:\n- Passengers: Li Wei (adult), Li Xiaoming (child)', 'Passengers: Li Wei, Li Xiaoming (child)'],
  ['Another form:\n- Colour: red', 'Another form:\n- Colour: red'],
  ['I need this:\n- a flight', 'I need this:\n- a flight'],
])('reads an answer as the sentence of a person: %s', (text, spoken) => {
  expect(spokenAnswer(text)).toBe(spoken);
});
