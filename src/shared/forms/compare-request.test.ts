import { expect, it } from 'vitest';
import type { EventBody, KnownEvent } from '../events.ts';
import { foldEvents } from '../reducer.ts';
import { currentRequest, requestValues } from './compare-request.ts';
import type { Form } from './forms.ts';

const FIELDS: Form['fields'] = [
  {
    name: 'from',
    kind: 'search',
    label: 'From',
    required: true,
    options: [{ value: 'LON', label: 'London', also: '伦敦' }],
  },
  { name: 'return', kind: 'date', label: 'Back', required: false },
  { name: 'ages', kind: 'text', label: 'Ages', required: false },
  { name: 'not', kind: 'choices', label: 'Not', required: false, options: [{ value: 'FR', label: 'Ryanair' }] },
];
const FORM: Form = {
  kind: 'form',
  version: 1,
  id: 'book-flight/search',
  language: 'en',
  title: 'Your trip',
  request: true,
  fields: FIELDS,
  values: { from: 'LON' },
  unused: ['by 3pm'],
  unclear: ['return'],
};
const said = (text: string, more: object = {}): EventBody =>
  ({ type: 'user-message-added', text, ...more }) as EventBody;
const call = (callId: string, data: object): EventBody[] => [
  {
    type: 'tool-started',
    callId,
    name: 'run_command',
    arguments: '{"command":"python3 /skills/book-flight/scripts/x.py"}',
  },
  { type: 'tool-finished', callId, name: 'run_command', ok: true, content: 'x', ms: 1, data } as EventBody,
];
const stateOf = (...bodies: EventBody[]) => {
  const at = '2026-11-22T10:00:00.000Z';
  return foldEvents(
    's',
    bodies.map((body, index) => ({ ...body, seq: index + 1, at }) as KnownEvent),
  );
};
const QUERY = {
  kind: 'offers',
  version: 1,
  title: 'x',
  query: { from: { code: 'LON', city: 'London' }, returnDate: '2027-01-02', ages: [5, 8], not: ['FR'] },
};

it('holds what was filled in and what was not used, until the form is answered', () => {
  const asked = [said('hello'), ...call('c1', FORM)];
  expect(currentRequest(stateOf(...asked))).toMatchObject({
    skill: 'book-flight',
    facts: { from: 'LON' },
    unused: ['by 3pm'],
    unclear: ['return'],
    waiting: 'c1',
  });
  const answered = [
    ...asked,
    said('…', { form: { callId: 'c1', outcome: 'submitted', answers: { from: 'LON', ages: '5' } } }),
  ];
  expect(currentRequest(stateOf(...answered))).toMatchObject({
    facts: { ages: '5' },
    unused: [],
    unclear: [],
    waiting: undefined,
  });
  // Passed by in words: what was not used is still not used.
  expect(currentRequest(stateOf(...asked, said('from London')))).toMatchObject({
    unused: ['by 3pm'],
    waiting: undefined,
  });
});

it('reads the facts of a search from its own card, over what the form knew', () => {
  const asked = [
    said('hello'),
    ...call('c1', FORM),
    said('…', { form: { callId: 'c1', outcome: 'submitted', answers: { ages: '4' } } }),
  ];
  const found = currentRequest(stateOf(...asked, ...call('c2', QUERY)));
  expect(requestValues(FIELDS, found?.facts ?? {})).toEqual({
    from: 'LON',
    return: '2027-01-02',
    ages: '5, 8',
    not: ['FR'],
  });
  expect(found?.form).toEqual(FORM);
  expect(currentRequest(stateOf(said('hello')))).toBeUndefined();
});

it('takes a fact that was changed in place over what the search had, also beside a waiting card', () => {
  const asked = [said('hello'), ...call('c1', FORM), said('from London'), ...call('c2', QUERY)];
  const back = said('Change …', { fact: { field: 'not', value: null } });
  const values = (...bodies: EventBody[]) => requestValues(FIELDS, currentRequest(stateOf(...bodies))?.facts ?? {});
  expect(values(...asked, back)).not.toHaveProperty('not');
  // The next search, without the condition, does not bring it back; one with it does.
  const { not: _not, ...query } = QUERY.query;
  expect(values(...asked, back, ...call('c3', { ...QUERY, query }))).not.toHaveProperty('not');
  expect(values(...asked, back, ...call('c3', QUERY))).toMatchObject({ not: ['FR'] });
  const day = { field: 'return', value: null };
  expect(values(...asked, said('Change …', { fact: day }))).not.toHaveProperty('return');
  const [started, finished] = call('c4', { kind: 'x', version: 1 });
  const detail = { reason: 'x', needsPerson: true };
  const beside = [
    started,
    { type: 'approval-requested', callId: 'c4', action: 'run-script', detail },
    {
      type: 'approval-resolved',
      callId: 'c4',
      decision: 'denied',
      words: 'Change …',
      fact: { field: 'ages', value: '7' },
    },
    finished,
  ] as EventBody[];
  expect(values(...asked, ...beside)).toMatchObject({ ages: '7' });
});
