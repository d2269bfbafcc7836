import { screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { translate as t, type WordKey } from '../../../renderer/i18n.ts';
import { refused } from '../../../renderer/test-kit/fake-core.ts';
import { approvalZh, bookingEn, state } from '../../../renderer/test-kit/sessions.ts';
import { type ShownView, show } from '../../../renderer/test-kit/show.tsx';
import { Composer } from './composer.tsx';

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('chat.composer.label') });
const button = (key: WordKey) => screen.queryByRole('button', { name: t(key) });
const sent = ({ core }: ShownView): readonly string[] =>
  [...core.logs.values()].flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'user-message-added' ? [event.text] : [])),
  );
const composer = () => <Composer field={createRef<HTMLTextAreaElement>()} />;

it('sends with Enter, breaks a line with Shift and Enter, and clears the box once the message is stored', async () => {
  const shown = await show(composer());
  expect(button('chat.composer.send')?.getAttribute('aria-disabled')).toBe('true');
  await shown.user.type(box(), 'To Tokyo{Shift>}{Enter}{/Shift}tomorrow');
  expect(sent(shown)).toEqual([]);
  await shown.user.keyboard('{Enter}');
  await waitFor(() => expect(box().value).toBe(''));
  expect(sent(shown)).toEqual(['To Tokyo\ntomorrow']);
});

it('leaves Enter to an input method that is composing', async () => {
  const shown = await show(composer());
  await shown.user.type(box(), '去东京');
  box().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
  expect(sent(shown)).toEqual([]);
  expect(box().value).toBe('去东京');
});

it('queues what is written while a run is under way as one message, gives it back on request, and sends it at the end', async () => {
  const shown = await show(composer(), { logs: [bookingEn()] });
  const { core, user, until } = shown;
  core.append('booking-en', state('completed', 'thinking'));
  await until(({ log }) => log?.state.runState === 'thinking');
  expect(button('chat.composer.stop')).not.toBeNull();
  await user.type(box(), 'Athens{Enter}');
  expect(box().value).toBe('');
  await user.type(box(), 'on Friday{Enter}two of us');
  expect(box().value).toBe('two of us');
  await user.click(screen.getByRole('button', { name: t('chat.composer.unqueue') }));
  expect(box().value).toBe('Athens\non Friday\ntwo of us');
  await user.keyboard('{Enter}');
  core.append('booking-en', state('thinking', 'completed'));
  await waitFor(() => expect(sent(shown).at(-1)).toBe('Athens\non Friday\ntwo of us'));
});

it('queues what is typed while the conversation is being created, and sends it second', async () => {
  const shown = await show(composer());
  const { sessions } = shown.core.connection.client;
  const { create } = sessions;
  const created = Promise.withResolvers<void>();
  vi.spyOn(sessions, 'create').mockImplementation(async (input) => {
    await created.promise;
    return create(input);
  });
  await shown.user.type(box(), 'To Tokyo{Enter}');
  await shown.user.clear(box());
  await shown.user.type(box(), 'on Friday{Enter}');
  expect(box().value).toBe('');
  expect(screen.getByText('on Friday')).toBeDefined();
  created.resolve();
  await waitFor(() => expect(sent(shown)).toEqual(['To Tokyo', 'on Friday']));
  await shown.until(({ drafts }) => Object.keys(drafts).length === 0);
});

/** The queued message "Athens", on its way until `arrived`. */
async function sendingQueued() {
  const shown = await show(composer(), { logs: [bookingEn()] });
  const { core, user, until } = shown;
  core.append('booking-en', state('completed', 'thinking'));
  await until(({ log }) => log?.state.runState === 'thinking');
  await user.type(box(), 'Athens{Enter}');
  const { chat } = core.connection.client;
  const { send } = chat;
  const arrived = Promise.withResolvers<void>();
  vi.spyOn(chat, 'send').mockImplementation(async (input) => {
    await arrived.promise;
    return send(input);
  });
  core.append('booking-en', state('thinking', 'completed'));
  await until(({ sending }) => sending === 'Athens');
  return { ...shown, arrived };
}

it('keeps what joins the queued message while that is being sent', async () => {
  const shown = await sendingQueued();
  const { user, arrived } = shown;
  await user.type(box(), 'on Friday{Enter}');
  expect(box().value).toBe('');
  arrived.resolve();
  await waitFor(() => expect(sent(shown).slice(-2)).toEqual(['Athens', 'on Friday']));
});

it('keeps what is queued in place of the message that is being sent', async () => {
  const shown = await sendingQueued();
  const { user, arrived } = shown;
  await user.click(button('chat.composer.unqueue') as HTMLElement);
  await user.clear(box());
  await user.type(box(), 'Athens, GA{Enter}');
  arrived.resolve();
  await waitFor(() => expect(sent(shown).slice(-2)).toEqual(['Athens', 'Athens, GA']));
});

it('gives back a queued message that fails with what joined it, in order', async () => {
  const shown = await sendingQueued();
  const { user, until, arrived } = shown;
  await user.type(box(), 'on Friday{Enter}two of us');
  arrived.reject(refused('config-invalid', 'No model.'));
  await until(({ sending }) => sending === undefined);
  await waitFor(() => expect(box().value).toBe('Athens\non Friday\ntwo of us'));
  expect(screen.queryByText('on Friday')).toBeNull();
  expect(sent(shown)).not.toContain('on Friday');
});

it('gives back no second copy of a message that fails once it was cancelled', async () => {
  const { user, until, arrived } = await sendingQueued();
  await user.click(button('chat.composer.unqueue') as HTMLElement);
  arrived.reject(refused('config-invalid', 'No model.'));
  await until(({ sending }) => sending === undefined);
  expect(box().value).toBe('Athens');
});

it('gives everything back if the conversation cannot be created', async () => {
  const shown = await show(composer());
  const created = Promise.withResolvers<never>();
  vi.spyOn(shown.core.connection.client.sessions, 'create').mockReturnValue(created.promise);
  await shown.user.type(box(), 'To Tokyo{Enter}');
  await shown.user.clear(box());
  await shown.user.type(box(), 'on Friday{Enter}two of us');
  created.reject(refused('config-invalid', 'No model.'));
  await waitFor(() => expect(box().value).toBe('To Tokyo\non Friday\ntwo of us'));
});

it('sends nothing while the connection is lost, and keeps the words', async () => {
  const shown = await show(composer(), { logs: [bookingEn()] });
  shown.core.break();
  await shown.user.type(box(), 'Hello{Enter}');
  expect(box().value).toBe('Hello');
  expect(button('chat.composer.send')?.getAttribute('aria-disabled')).toBe('true');
});

it.each([
  ['不要了', { decision: 'denied' }],
  ['可以退吗？', { decision: 'denied', words: '可以退吗？' }],
])('answers the card that waits: %s', async (text, resolved) => {
  const { core, user } = await show(composer(), { logs: [approvalZh()] });
  await user.type(box(), `${text}{Enter}`);
  await waitFor(() =>
    expect(core.log('approval-zh').events.at(-1)).toMatchObject({ type: 'approval-resolved', ...resolved }),
  );
  expect(core.log('approval-zh').events.at(-1)).not.toHaveProperty('words', text === '不要了' ? text : '');
  expect(box().value).toBe('');
});

it('agrees by the button alone: a typed yes goes to it', async () => {
  const view = (
    <>
      <button type="button" data-confirm>
        Book
      </button>
      {composer()}
    </>
  );
  const { core, user } = await show(view, { logs: [approvalZh()] });
  const before = core.log('approval-zh').events.length;
  await user.type(box(), '好的，订吧{Enter}');
  expect(document.activeElement?.textContent).toBe('Book');
  expect(screen.getByRole('status').textContent).toBe(t('chat.composer.pressToAgree'));
  expect(core.log('approval-zh').events).toHaveLength(before);
});
