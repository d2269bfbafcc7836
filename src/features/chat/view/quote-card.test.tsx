import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ChatScopeProvider } from '../../../renderer/cards/chat-scope.tsx';
import { useSessionState } from '../../../renderer/store/index.ts';
import { nothingInView } from '../../../renderer/test-kit/out-of-view.ts';
import { calling } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import type { ApprovalFacts } from '../../../shared/approvals.ts';
import type { ApprovalDetail } from '../../../shared/events.ts';
import { buildTranscript } from './transcript/transcript.ts';
import { TranscriptRow } from './transcript/transcript-row.tsx';

const FACTS: ApprovalFacts = {
  subject: 'script',
  skill: 'stay',
  script: 'scripts/book.mjs',
  thirdParty: true,
  sandbox: 'bubblewrap',
  network: 'none',
  hosts: [],
  reads: [],
  writes: [],
  programs: [],
  asked: { hosts: [], reads: [], writes: [], programs: [] },
  inputs: [],
  variables: [],
  everyRun: true,
  offers: ['once'],
  keys: [],
};
const PRICE = { amount: 390, currency: 'EUR' };
const CARD = {
  kind: 'stay-quote',
  version: 1,
  title: 'Book this room',
  price: PRICE,
  ask: { confirm: 'Book the room', decline: 'Not now' },
};

const asks = (
  preview: unknown,
  facts: Partial<ApprovalFacts>,
  command = 'node stay/book.mjs --room sea',
): { type: 'approval-requested'; callId: string; action: 'run-script'; detail: ApprovalDetail } => ({
  type: 'approval-requested',
  callId: 'x1',
  action: 'run-script',
  detail: {
    command,
    skill: 'stay',
    script: 'scripts/book.mjs',
    reason: 'why',
    needsPerson: true,
    ...(preview === undefined ? {} : { preview }),
    facts: { ...FACTS, ...facts },
  },
});

function Question() {
  const state = useSessionState((all) => all);
  const item = buildTranscript(state).findLast(({ kind }) => kind === 'approval');
  const [memory] = useState(() => new Map<string, unknown>());
  return item === undefined ? null : (
    <ChatScopeProvider scope={{ openSettings() {}, focusComposer() {}, session: '', memory }}>
      <TranscriptRow item={item} />
    </ChatScopeProvider>
  );
}

const buttons = (): (string | null)[] =>
  [...document.querySelectorAll('section button')].map(({ textContent }) => textContent);

it('says before a stranger’s button what it answers, and who the stranger is', async () => {
  const { user } = await show(<Question />, { logs: [calling().add(asks(CARD, {}))] });
  expect(buttons()).toEqual(['Show the exact command', 'No: Not now', 'Yes: Book the room']);
  expect(screen.getByText('stay didn’t come with Skilldeck.')).toBeTruthy();
  expect(screen.getByText(/390/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the exact command' }));
  expect(screen.getByText('node stay/book.mjs --room sea')).toBeTruthy();
});

it.each([
  ['swapped', { confirm: 'Not now', decline: 'Book the room' }, ['No: Book the room', 'Yes: Not now']],
  ['endless', { confirm: 'x'.repeat(500), decline: '' }, ['No: ', `Yes: ${'x'.repeat(40)}`]],
])('lets no %s words of a stranger turn its answer round', async (_what, ask, shown) => {
  await show(<Question />, { logs: [calling().add(asks({ ...CARD, ask }, {}))] });
  expect(buttons().slice(1)).toEqual(shown);
});

it('keeps the words of the app’s own skills', async () => {
  await show(<Question />, { logs: [calling().add(asks(CARD, { thirdParty: false }))] });
  expect(buttons()).toEqual(['Not now', 'Book the room']);
});

it.each([true, false])('without a price says so, on the app’s own buttons (from elsewhere: %s)', async (thirdParty) => {
  const { price: _price, ...card } = CARD;
  await show(<Question />, { logs: [calling().add(asks(card, { thirdParty, quote: 'none' }))] });
  expect(screen.getByText(/^The price isn’t known/)).toBeTruthy();
  expect(buttons().slice(-2)).toEqual(['No', 'Allow once']);
  expect(screen.queryByText(/Book the room/)).toBeNull();
});

it('asks twice for one call, each with buttons that can be pressed', async () => {
  const { core, user } = await show(<Question />, {
    logs: [calling().add(asks(undefined, { quote: 'first', everyRun: false }))],
  });
  const first = screen.getByRole('heading', { name: 'stay wants to ask the price with its script “book”' });
  await user.click(within(first.closest('section') as HTMLElement).getByRole('button', { name: 'Allow once' }));
  const log = core.log('booking-en');
  await waitFor(() => expect(log.events.at(-1)).toMatchObject({ type: 'approval-resolved', decision: 'once' }));
  core.append('booking-en', asks(undefined, { quote: 'none' }));
  expect(await screen.findByText(/^The price isn’t known/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'No' }));
  await waitFor(() =>
    expect(log.events.filter(({ type }) => type === 'approval-resolved').slice(-2)).toMatchObject([
      { decision: 'once' },
      { decision: 'denied' },
    ]),
  );
});

it.each([
  [
    'long',
    `node stay/book.mjs ${'--room sea '.repeat(300)}--send-to all`,
    /more characters: show all.*--send-to all$/s,
  ],
  ['hidden', 'node stay/book.mjs --room \u202esea', /U\+202E/],
])('lets nobody buy by a %s command whose end was not in view', async (_what, command, shown) => {
  const seeAll = nothingInView();
  await show(<Question />, { logs: [calling().add(asks(CARD, {}, command))] });
  const exact = screen.getByText('The exact command').closest('figure')?.querySelector('pre');
  expect(exact?.textContent?.replace('\u200b', '')).toMatch(shown);
  const yes = screen.getByRole<HTMLButtonElement>('button', { name: 'Yes: Book the room' });
  expect(yes.disabled).toBe(true);
  expect(yes.getAttribute('aria-describedby')).toBe(
    screen.getByText('You can allow this once you have seen its end.').id,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'No: Not now' }).disabled).toBe(false);
  seeAll();
  expect(yes.disabled).toBe(false);
});
