import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { created } from '../../../main/store/test-kit/home.ts';
import { ChatScopeProvider } from '../../../renderer/cards/chat-scope.tsx';
import { translate as t } from '../../../renderer/i18n.ts';
import { LogBuilder } from '../../../renderer/test-kit/log-builder.ts';
import { state } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import type { EventBody } from '../../../shared/events.ts';
import { PassedOver } from './request-line.tsx';

const turn = (text: string, ...missed: string[]): EventBody[] => [
  { type: 'user-message-added', text },
  state('idle', 'thinking'),
  { type: 'model-responded', iteration: 1, text: 'I cannot.', toolCalls: [], finishReason: 'stop' },
  ...missed.map((skill) => ({ type: 'skill-missed' as const, skill, score: 4 })),
  state('thinking', 'completed'),
  { type: 'run-finished', state: 'completed', iterations: 1, text: 'I cannot.' },
];
const log = () => new LogBuilder('s', '2026-11-29T10:00:00Z').add(created, ...turn('Merge my PDF files', 'pdf'));
const offer = () => (
  <ChatScopeProvider scope={{ openSettings() {}, focusComposer() {}, session: 's', memory: new Map() }}>
    <PassedOver />
  </ChatScopeProvider>
);
const offered = (skill = 'pdf') => screen.queryByText(t('chat.passedOver.looks', { skill }));

it('offers the skill that an answer passed over, and asks again with it', async () => {
  const { core, user } = await show(offer(), { logs: [log()] });
  await waitFor(() => expect(offered()).not.toBeNull());
  await user.click(screen.getByRole('button', { name: t('chat.passedOver.use') }));
  await waitFor(() =>
    expect(core.log('s').events).toContainEqual(expect.objectContaining({ text: '/pdf Merge my PDF files' })),
  );
  expect(offered()).toBeNull();
});

it('hides it once closed, and offers another skill of a later answer unless the person turned offers off', async () => {
  const { core, store, user, until } = await show(offer(), { logs: [log()] });
  await waitFor(() => expect(offered()).not.toBeNull());
  await user.click(screen.getByRole('button', { name: t('chat.passedOver.close') }));
  core.append('s', ...turn('And split another PDF'));
  await until(({ log: open }) => open?.state.messages.length === 4);
  expect(offered()).toBeNull();
  core.append('s', ...turn('Chart this workbook', 'xlsx'));
  await waitFor(() => expect(offered('xlsx')).not.toBeNull());
  await store.actions.setSettings({ missedSkills: false });
  await waitFor(() => expect(offered('xlsx')).toBeNull());
});
