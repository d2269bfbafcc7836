import { expect, it } from 'vitest';
import { formFaults, formPatterns } from '../text/foreign-pattern.ts';
import { checkAnswers, rankOption } from './form-check.ts';
import { compileFields } from './form-schema.ts';
import { faultText, replyText } from './form-words.ts';
import { type Form, type FormAnswers, type FormField, formIn } from './forms.ts';
import { formBlocks } from './skill-forms.ts';

const TODAY = '2027-03-10';
const CHECKS = { today: TODAY, matches: formPatterns() };
const compile = (properties: object, required: readonly string[] = []) =>
  compileFields({ type: 'object', properties, required }, { language: 'en', patternFault: formFaults() });
function fieldsOf(properties: object, required: readonly string[] = []): readonly FormField[] {
  const compiled = compile(properties, required);
  if ('faults' in compiled) throw new Error(compiled.faults.join('\n'));
  return compiled.fields;
}
const formOf = (fields: readonly FormField[], language: 'en' | 'zh' = 'en'): Form => ({
  kind: 'form',
  version: 1,
  language,
  title: language === 'zh' ? '行程' : 'Your trip',
  values: {},
  fields: [...fields],
});

it('reports every unsupported part of a schema with its position', () => {
  expect(
    compile(
      {
        when: { type: 'string', format: 'time' },
        who: { type: 'string', pattern: '(?=a)b' },
        how: { type: 'object' },
        deep: {
          type: 'array',
          items: { type: 'object', properties: { more: { type: 'array', items: { enum: ['x'] } } } },
        },
        from: { type: 'string', 'x-widget': 'city' },
        back: { type: 'string', format: 'date', 'x-not-before': 'out', const: 'x' },
      },
      ['missing'],
    ),
  ).toEqual({
    faults: [
      'fields.required: there is no field "missing"',
      'fields.properties.when: the format "time" is not supported; the formats are date, date-time, email',
      'fields.properties.who.pattern: a look-ahead or look-behind is not supported; leave that check to the script',
      'fields.properties.how: the type "object" is not supported; the types are string, integer, number, boolean and array',
      'fields.properties.deep.items.properties.more: a list inside a list is not supported',
      'fields.properties.from: the widget "city" needs "enum" or "optionsFrom"',
      'fields.properties.back: "const" is not supported',
      'fields.properties.back: there is no field "out"',
    ],
  });
});

it.each([
  { cardNumber: { type: 'string' } },
  { code: { type: 'string', title: 'CVV' } },
  { secret_pin: { type: 'integer' } },
  { account: { type: 'string', title: '银行卡号' } },
  { login: { type: 'string', description: 'Your password for the airline' } },
  { list: { type: 'array', items: { type: 'object', properties: { iban: { type: 'string' } } } } },
])('never asks for payment data or a secret: %o', (properties) => {
  expect(compile(properties)).toMatchObject({ faults: [expect.stringContaining('never asked for')] });
});

it('allows questions that only sound like it', () => {
  const harmless = {
    postcard: { type: 'boolean' },
    spin: { type: 'string', description: 'No card number is needed.' },
  };
  expect(fieldsOf(harmless).map(({ name }) => name)).toEqual(['postcard', 'spin']);
});

const TRIP = fieldsOf(
  {
    from: {
      type: 'string',
      title: 'From',
      oneOf: [
        { const: 'BJS', title: 'Beijing' },
        { const: 'TYO', title: 'Tokyo' },
      ],
    },
    to: { type: 'string', title: 'To', enum: ['BJS', 'TYO'], 'x-differs-from': 'from' },
    date: { type: 'string', format: 'date', title: 'Out', formatMinimum: 'today', formatMaximum: '+330d' },
    back: { type: 'string', format: 'date', 'x-not-before': 'date' },
    adults: { type: 'integer', minimum: 1, maximum: 9 },
    kilos: { type: 'number', minimum: 0, step: 0.5 },
    mail: { type: 'string', format: 'email' },
    meals: { type: 'array', items: { enum: ['fish', 'none'] }, maxItems: 1 },
    people: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', pattern: '^\\p{L}+$', minLength: 2 } },
      },
    },
  },
  ['from', 'date', 'people'],
);
const GOOD: FormAnswers = { from: 'BJS', to: 'TYO', date: '2027-03-12', adults: 2, people: [{ name: '张伟' }] };

it('checks each field, fields against each other, and list items', () => {
  const wrong = (change: FormAnswers) =>
    Object.fromEntries(
      Object.entries(checkAnswers({ fields: [...TRIP] }, { ...GOOD, ...change }, CHECKS)).map(([name, { code }]) => [
        name,
        code,
      ]),
    );
  expect(wrong({})).toEqual({});
  expect(wrong({ from: '', to: 'XXX', date: '2027-02-30' })).toEqual({
    from: 'required',
    to: 'not-an-option',
    date: 'date',
  });
  expect(wrong({ to: 'BJS', date: '2027-03-09', back: '2027-03-08' })).toEqual({
    to: 'same-as-other',
    date: 'too-early',
    back: 'before-other',
  });
  expect(wrong({ date: '2028-03-10' })).toEqual({ date: 'too-late' });
  expect(wrong({ adults: 1.5, kilos: 0.7, mail: 'a@b', meals: ['fish', 'none'] })).toEqual({
    adults: 'whole',
    kilos: 'step',
    mail: 'email',
    meals: 'too-many',
  });
  expect(wrong({ people: [] })).toEqual({ people: 'too-few' });
  expect(wrong({ people: [{ name: 'Li' }, { name: '7' }, {}] })).toEqual({
    'people.1.name': 'too-short',
    'people.2.name': 'required',
  });
  expect(faultText({ code: 'too-early', limit: TODAY }, 'zh')).toBe('最早可选 2027-03-10。');
});

it('writes the answers as the user would, and reads its own data back', () => {
  const form = formOf(TRIP);
  expect(replyText(form, { outcome: 'submitted', answers: GOOD })).toBe(
    'Your trip:\n- From: Beijing\n- To: TYO\n- Out: 2027-03-12\n- Adults: 2\n- People: 张伟',
  );
  expect(replyText(formOf(TRIP, 'zh'), { outcome: 'skipped', answers: {} })).toBe('（我跳过了表单“行程”。）');
  expect(formIn(JSON.parse(JSON.stringify(form)))).toEqual(form);
  expect(formIn({ ...form, fields: [] })).toBeUndefined();
});

it('finds a city by name in either language, code and other words, closest first', () => {
  const tokyo = { value: 'TYO', label: '东京', also: 'Tokyo', code: 'TYO', words: 'HND NRT' };
  const zurich = { value: 'ZRH', label: 'Zürich', also: '苏黎世' };
  expect(['东', 'tok', 'hnd', 'TYO', 'kyo', 'x'].map((typed) => rankOption(tokyo, typed))).toEqual([3, 3, 4, 4, 0, 0]);
  const kloten = { value: 'KLO', label: 'Zürich Kloten', code: 'KLO', words: 'Zürich 苏黎世' };
  expect([rankOption(zurich, 'zurich'), rankOption(kloten, 'zurich'), rankOption(zurich, '苏黎')]).toEqual([5, 4, 3]);
});

it('reads the forms of a skill, and reports the position and cause of a broken one', () => {
  const fence = (body: string) => `\`\`\`json form\n${body}\n\`\`\`\n`;
  const good = '{"id":"search","title":"Trip","fields":{}}';
  const text = `# Forms\r\n${fence(good)}text\n${fence('{oops')}${fence('{"id":"Bad id","title":"x","fields":{}}')}${fence(good)}`;
  expect(formBlocks(text).map(({ line, form, fault }) => [line, form?.id ?? fault])).toEqual([
    [2, 'search'],
    [6, expect.stringContaining('not valid JSON')],
    [9, expect.stringContaining('id: small letters')],
    [12, 'there is another form with the id "search"'],
  ]);
});

it('leaves out what another field takes the place of, also where it was required', () => {
  const city = { type: 'string', enum: ['PAR', 'ROM'] };
  const fields = fieldsOf(
    {
      from: city,
      date: { type: 'string', format: 'date' },
      month: { type: 'string', 'x-instead-of': 'date' },
      legs: {
        type: 'array',
        title: 'Flights',
        'x-instead-of': ['from', 'date'],
        items: {
          type: 'object',
          properties: { from: city, to: { ...city, 'x-differs-from': 'from' }, date: { type: 'string' } },
        },
      },
    },
    ['from', 'date'],
  );
  const form = formOf(fields);
  expect(Object.keys(checkAnswers(form, {}, CHECKS))).toEqual(['from', 'date']);
  expect(checkAnswers(form, { from: 'PAR', month: '2027-03', date: 'never' }, CHECKS)).toEqual({});
  const legs = [{ from: 'PAR', to: 'ROM', date: '2027-03-12' }];
  expect(checkAnswers(form, { legs }, CHECKS)).toEqual({});
  expect(replyText(form, { outcome: 'submitted', answers: { from: 'PAR', legs } })).toBe(
    'Your trip:\n- Flights: PAR → ROM (2027-03-12)',
  );
});
