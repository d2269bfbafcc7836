import { expect, it } from 'vitest';
import type { Form } from '../../shared/forms/forms.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { buildRequest } from '../context/build-request.ts';
import { calls, Rig, words } from './test-kit/rig.ts';

const FORM: Form = {
  kind: 'form',
  version: 1,
  language: 'en',
  title: 'Your trip',
  values: {},
  fields: [
    { name: 'to', label: 'To', required: true, kind: 'text' },
    { name: 'adults', label: 'Adults', required: false, kind: 'number', min: 1 },
  ],
};

let rig: Rig;

async function asked(form: Form = FORM): Promise<string> {
  rig = new Rig({
    tool: async (name) => ({ ok: true, content: `${name}: on the screen`, data: form, endsRun: name === 'ask_user' }),
  });
  const { id } = rig.sessions.create({});
  rig.answers.push(
    calls({ name: 'ask_user', args: {}, id: 'q' }),
    words('Searching Tokyo.'),
    words('Searching Osaka.'),
  );
  await rig.turn(id, 'I want to fly');
  return id;
}
const said = (id: string) =>
  rig.sessions.get(id).state.messages.flatMap((message) => (message.role === 'tool' ? [] : [message.text]));
const submit = (to: string, more: object = {}) => ({
  callId: 'q',
  outcome: 'submitted' as const,
  answers: { to, ...more },
});

it('ends its run, survives a restart, and its answer becomes a message in words', async () => {
  const id = await asked();
  expect(rig.sessions.get(id).state).toMatchObject({ runState: 'completed', lastRun: { state: 'completed' } });
  expect(rig.requests).toHaveLength(1);
  await rig.restart();
  await rig.sessions.answerForm(id, submit('Tokyo', { adults: 2 }));
  await rig.ended(id);
  expect(said(id)).toEqual(['I want to fly', '', 'Your trip:\n- To: Tokyo\n- Adults: 2', 'Searching Tokyo.']);
  const { events } = rig.sessions.get(id);
  for (const request of events.filter((event) => event.type === 'request-sent')) {
    const before = foldEvents(
      id,
      events.filter((event) => event.seq < request.seq),
    );
    expect(buildRequest(before).sha256).toBe(request.sha256);
  }
});

it('can be changed later: the conversation goes back before it, and the log keeps both', async () => {
  const id = await asked();
  await rig.sessions.answerForm(id, submit('Tokyo'));
  await rig.ended(id);
  await rig.sessions.answerForm(id, submit('Osaka'));
  await rig.ended(id);
  expect(said(id)).toEqual(['I want to fly', '', 'Your trip:\n- To: Osaka', 'Searching Osaka.']);
  expect(rig.sessions.get(id).events.filter(({ type }) => type === 'user-message-added')).toHaveLength(3);
});

it('checks a pattern made to take forever, and one that it does not know, as fast as any other', async () => {
  const id = await asked({
    ...FORM,
    fields: [{ name: 'to', label: 'To', kind: 'text', required: true, pattern: '^(a|a)+$' }],
  });
  await expect(rig.sessions.answerForm(id, submit(`${'a'.repeat(60)}!`))).rejects.toMatchObject({ code: 'bad-input' });
  await rig.restart();
  await rig.sessions.answerForm(id, submit('a'.repeat(60)));
  await rig.ended(id);
  const unknown = await asked({
    ...FORM,
    fields: [{ name: 'to', label: 'To', kind: 'text', required: true, pattern: '(?=x)(a|a)+$' }],
  });
  await rig.sessions.answerForm(unknown, submit(`${'a'.repeat(60)}!`));
  await rig.ended(unknown);
});

it('is skipped with a text; invalid, unknown or late answers are refused', async () => {
  const id = await asked();
  const refused = (reply: Parameters<typeof rig.sessions.answerForm>[1]) => rig.sessions.answerForm(id, reply);
  await expect(refused(submit('', { adults: 0, hat: 1 }))).rejects.toMatchObject({
    code: 'bad-input',
    message: 'to: This field is required. adults: The minimum is 1. hat: the form has no such field.',
  });
  await expect(refused({ ...submit('x'), callId: 'other' })).rejects.toMatchObject({ code: 'form-closed' });
  expect(rig.requests).toHaveLength(1);
  await rig.sessions.answerForm(id, { callId: 'q', outcome: 'skipped', answers: {} });
  await rig.ended(id);
  expect(said(id).slice(2)).toEqual(['(I skipped the form “Your trip”.)', 'Searching Tokyo.']);

  const other = await asked();
  await rig.turn(other, 'To Tokyo, please');
  await expect(rig.sessions.answerForm(other, submit('Osaka'))).rejects.toMatchObject({ code: 'form-closed' });
});
