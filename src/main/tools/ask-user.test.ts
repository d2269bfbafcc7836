import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formIn } from '../../shared/forms/forms.ts';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';

let session: ToolSession;
beforeAll(async () => {
  session = await startToolSession({
    bundled: {},
    bundledRoot: path.resolve(import.meta.dirname, '../../../skills'),
    user: {
      'odd/SKILL.md': '---\nname: odd\ndescription: Odd forms.\n---\nx',
      'odd/forms.md':
        '```json form\n{"id":"a","title":"A","fields":{"type":"object","properties":{"x":{"type":"string","optionsFrom":"../secret.json"}}}}\n```\n',
      'tea/SKILL.md': '---\nname: tea\ndescription: Tea.\n---\nx',
      'tea/forms.md':
        '```json form\n{"id":"order","request":true,"title":"Tea","fields":{"type":"object","properties":{"cups":{"type":"integer","title":"Cups of tea","x-short":"Cups","default":1},"milk":{"type":"boolean","x-more":true}}}}\n```\n',
      'secret.json': '[{"value":"1","label":"One"}]',
    },
    first: [
      {
        type: 'prompt-changed',
        basePrompt: '',
        workspaceSection: '',
        tools: [{ name: 'ask_user', description: '', parameters: {} }],
      },
      { type: 'user-message-added', text: '我想订一张去东京的机票' },
    ],
  });
});
afterAll(() => session.remove());

const ask = async (args: object) => (await session.call('ask_user', args)).result;

it('shows a skill’s form with its cities and known values in the user’s language, and ends the run', async () => {
  const result = await ask({
    form: 'book-flight/search',
    values: { to: 'Tokyo', date: '2027-03-12', cabin: 'sleeper', hat: 1 },
  });
  expect(result).toMatchObject({ ok: true, endsRun: true });
  expect(result?.content).toContain(
    'Not taken, so the person is asked: "cabin" ("sleeper" does not fit); hat: 1 (no such field).',
  );
  const form = formIn(result?.data);
  expect(form).toMatchObject({
    id: 'book-flight/search',
    language: 'zh',
    title: '行程',
    submitLabel: '查航班',
    values: { to: 'TYO', date: '2027-03-12', adults: 1, children: 0 },
    unclear: ['cabin'],
    unused: ['hat: 1'],
  });
  const [shown = [], folded = []] = [undefined, true].map((more) =>
    form?.fields.filter((field) => field.more === more),
  );
  expect(shown.map(({ name, kind, required }) => `${name} ${kind}${required ? ' *' : ''}`)).toEqual([
    'from search *',
    'to search *',
    'date date *',
    'return date',
    'adults number *',
    'children number',
    'cabin choice',
    'direct yes-no',
  ]);
  expect(folded.map(({ name }) => name)).toContain('arriveBefore');
  const options = form?.fields[0]?.options ?? [];
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  expect(options.find(({ value }) => value === 'LGW')?.label).toBe('伦敦盖特威克');
  expect(form?.fields[0]?.options?.[0]).toEqual({
    value: 'BJS',
    label: '北京',
    also: 'Beijing',
    code: 'BJS',
    words: 'BJS, PEK, PKX, Peking',
  });
});

it('takes what models call the fields of a search, and asks for what fits none', async () => {
  const values = {
    origin: 'LHR',
    destination: 'Roma',
    departure_date: '12 January 2027',
    passengers: { adults: 2, children: 2 },
    child_ages: [5, 3],
    cabin_class: 'premium_economy',
    direct_only: 'yes',
    leave_after: 'in the morning',
  };
  const result = await ask({ form: 'book-flight/search', values, language: 'en' });
  expect(formIn(result?.data)).toMatchObject({
    values: {
      from: 'LHR',
      to: 'ROM',
      date: '2027-01-12',
      adults: 2,
      children: 2,
      ages: '5, 3',
      cabin: 'premium',
      direct: true,
    },
    unclear: ['departAfter'],
  });
  expect(formIn(result?.data)?.values).not.toHaveProperty('departAfter');
  expect(result?.content).toContain('so the person is asked: "departAfter" (Write it as 15:00');
});

it('fills in the named passengers, and gives the others their type', async () => {
  const passengers = [{ name: 'Li Wei' }, { type: 'child' }];
  const result = await ask({ form: 'book-flight/passengers', values: { passengers }, language: 'en' });
  expect(formIn(result?.data)?.values).toEqual({ passengers: [{ name: 'Li Wei', type: 'adult' }, { type: 'child' }] });
});

it('says back what no field holds, and leaves an unclear field empty, its default too', async () => {
  const result = await ask({
    form: 'tea/order',
    unused: ['in a blue cup', ' '],
    unclear: ['cups', 'sugar'],
    language: 'en',
  });
  const form = formIn(result?.data);
  expect(form).toMatchObject({ request: true, unused: ['in a blue cup'], unclear: ['cups'], values: {} });
  expect(form?.fields).toMatchObject([
    { name: 'cups', short: 'Cups' },
    { name: 'milk', more: true },
  ]);
  expect(form?.values).toEqual({});
  const plain = formIn((await ask({ form: 'tea/order', unused: [], language: 'en' }))?.data);
  expect(plain).not.toHaveProperty('unused');
  expect(plain?.values).toEqual({ cups: 1 });
});

it.each([
  [
    { form: 'book-flight/seats' },
    /has no form "seats"\. Its forms: book-flight\/search, book-flight\/passengers, book-flight\/passengers-mainland\./,
  ],
  [{ form: 'book-trains/search' }, /There is no skill "book-trains"\..*\n- book-flight/s],
  [{ form: 'trip-planner/x' }, /has no forms\.md/],
  [{ form: 'odd/a' }, /optionsFrom: there is no readable file "\.\.\/secret\.json"/],
  [{ title: 'Pay' }, /give "form".*or "title" and "fields"/],
  [{ fields: { properties: { a: { type: 'string' } } } }, /"title" is missing/],
  [
    { title: 'Pay', fields: { properties: { cardNumber: { type: 'string' } } } },
    /properties\.cardNumber: asks for payment data.*never asked for/,
  ],
])('answers with what would have worked: %o', async (args, said) => {
  const result = await ask(args);
  expect(result).toMatchObject({ ok: false });
  expect(result?.endsRun).toBeUndefined();
  expect(result?.content).toMatch(said);
});

it('is offered only in omni and standard, and only if a user can be asked', () => {
  const names = (dialect: 'omni' | 'standard' | 'trpc' | 'agent-core' | 'agentscope', asks: boolean) =>
    session.tools.definitions(dialect, { hasSkills: true, asks }).map(({ name }) => name);
  for (const dialect of ['omni', 'standard'] as const) {
    expect(names(dialect, true)).toEqual([...names(dialect, false), 'ask_user']);
  }
  for (const dialect of ['trpc', 'agent-core', 'agentscope'] as const) {
    expect(names(dialect, true)).toEqual(names(dialect, false));
  }
});
