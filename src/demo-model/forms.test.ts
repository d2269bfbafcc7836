import { expect, it } from 'vitest';
import { readFormAnswer } from './form-answer.ts';
import { called, person, TOOLS, talk } from './test-kit/one-sentence.ts';

const shown = (form: string) => called('ask_user', { form }, 'The form is on the screen.');

it('asks what is missing by the form, with what was said filled in; in words where there is no form', () => {
  const asked = talk(TOOLS, person('我想订两张去东京的机票，商务舱'));
  expect(asked.text).toContain('从哪个城市出发');
  expect(asked.call).toEqual({
    name: 'ask_user',
    arguments: { form: 'book-flight/search', values: { to: 'Tokyo', adults: 2, cabin: 'business' }, language: 'zh' },
  });
  expect(talk(TOOLS.slice(0, 2), person('I want to fly to Tokyo')).call).toBeUndefined();
});

it('fills in the one airport that was named, and reads it back from the answer', () => {
  const asked = talk(TOOLS, person('I want to fly from Gatwick to Lisbon, two adults'));
  const { values, unused } = asked.call?.arguments ?? {};
  expect([values, unused]).toEqual([{ from: 'LGW', to: 'Lisbon', adults: 2 }, undefined]);
  const filled = 'Your trip:\n- From: London Gatwick (LGW)\n- To: Lisbon (LIS)\n- Departure date: 2027-03-12';
  expect(readFormAnswer(filled)?.facts?.from).toMatchObject({ query: 'LGW', en: 'London' });
});

it('continues from the answer, shows the form again after other words, and asks in words after a skip', () => {
  const begin = [person('I want to fly to Tokyo'), ...shown('book-flight/search')];
  const filled =
    'Your trip:\n- From: Beijing (BJS)\n- To: Tokyo (TYO)\n- Departure date: 2027-03-12\n- Adults: 2\n- Cabin: Economy';
  expect(talk(TOOLS, ...begin, person(filled)).call?.arguments.command).toMatch(/get_current_time\.py$/);
  expect(talk(TOOLS, ...begin, person('from Beijing')).call?.arguments.values).toEqual({
    from: 'Beijing',
    to: 'Tokyo',
  });
  const puzzled = talk(TOOLS, ...begin, person('purple elephants'));
  expect([puzzled.text, puzzled.call?.arguments.values]).toEqual([
    expect.stringMatching(/^Sorry, I didn’t get that\. Noted: to Tokyo\./),
    { to: 'Tokyo' },
  ]);
  const skip = [...begin, person('(I skipped the form “Your trip”.)')];
  for (const more of [[], [{ role: 'assistant', content: 'Which city?' }, person('from Beijing')]]) {
    const next = talk(TOOLS, ...skip, ...more);
    expect(next.call).toBeUndefined();
    expect(next.text).toMatch(/which day/i);
  }
});

it.each([
  [
    '行程：\n- 出发城市：上海 (SHA)\n- 到达城市：曼谷 (BKK)\n- 出发日期：2027-03-12\n- 返程日期：2027-03-20\n- 成人：2\n- 儿童（2–11 岁）：1\n- 舱位：商务舱\n- 只看直飞：是',
    {
      facts: {
        from: { en: 'Shanghai' },
        to: { en: 'Bangkok' },
        date: '2027-03-12',
        returnDate: '2027-03-20',
        wantsReturn: true,
        adults: 2,
        children: 1,
        cabin: 'business',
        direct: true,
      },
    },
  ],
  [
    'Your trip: - From: Beijing (BJS) - To: Tokyo (TYO) - Departure date: 2027-03-12 - Adults: 1',
    { facts: { from: { en: 'Beijing' }, to: { en: 'Tokyo' }, date: '2027-03-12', wantsReturn: false, adults: 1 } },
  ],
  [
    '乘客信息：\n- 乘客：张伟（成人）、张小明（儿童）\n- 行程单邮箱：z@example.org',
    {
      passengers: [
        { name: '张伟', type: 'adult' },
        { name: '张小明', type: 'child' },
      ],
      contact: 'z@example.org',
    },
  ],
  [
    'Who is travelling:\n- Passengers: Li Wei (adult), Li Xiaoming (child)',
    {
      passengers: [
        { name: 'Li Wei', type: 'adult' },
        { name: 'Li Xiaoming', type: 'child' },
      ],
    },
  ],
])('reads an answer: %s', (text, answer) => {
  expect(readFormAnswer(text)).toMatchObject(answer);
});

it.each(['Another form:\n- Colour: red', 'I need this:\n- a flight', 'from Beijing to Tokyo'])(
  'takes nothing else for an answer: %s',
  (text) => {
    expect(readFormAnswer(text)).toBeUndefined();
  },
);

it.each([
  [
    'Your trip:\n- From: Paris (PAR)\n- To: Rome (ROM)\n- Adults: 2\n- Children (2 to 11): 1\n- Infants under 2 on a lap: 1\n- Ages of the children on the day of travel: 5\n- Cheapest day of a month: 2027-03\n- Nights away, with the cheapest day of a month: 7',
    '--from Paris --to Rome --cheapest-of 2027-03 --nights 7 --step outbound --adults 2 --children 1 --infants-lap 1 --ages 5,0 --currency USD',
  ],
  [
    'Your trip:\n- Adults: 1\n- Children (2 to 11): 0\n- Cabin: Economy\n- Several cities in a row: Paris (PAR) → Rome (ROM) (2027-03-12), Rome (ROM) → Athens (ATH) (2027-03-15)',
    '--leg Paris:Rome:2027-03-12 --leg Rome:Athens:2027-03-15 --adults 1 --currency USD',
  ],
])('searches a month, and several cities, as the form says: %s', (answer, search) => {
  const clock = called('run_command', { command: 'python3 /s/get_current_time.py' }, 'Current Date: 2026-11-22');
  const { call } = talk(TOOLS, person(answer), ...clock);
  const line = String(call?.arguments.command).replace('python3 /s/search_flights.py ', '');
  expect(line.replace(/ --adults 1\b/, '')).toBe(search.replace(/ --adults 1\b/, ''));
});
