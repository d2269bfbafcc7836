import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../../renderer/i18n.ts';
import { useSessionState } from '../../../../renderer/store/index.ts';
import { nothingInView } from '../../../../renderer/test-kit/out-of-view.ts';
import { approvalZh, bookingEn, bookingZh, calling, failed, state } from '../../../../renderer/test-kit/sessions.ts';
import { show } from '../../../../renderer/test-kit/show.tsx';
import { buildTranscript } from './transcript.ts';
import { TranscriptRow } from './transcript-row.tsx';

/** Every row, without the list that draws only those in view. */
function Rows() {
  const state = useSessionState((all) => all);
  return buildTranscript(state).map((item) => (
    <div key={item.key} data-kind={item.kind}>
      <TranscriptRow item={item} />
    </div>
  ));
}

const card = (title: string | RegExp): HTMLElement => {
  const found = screen.getByRole('heading', { name: title }).closest('section');
  if (found === null) throw new Error(`No card ${title}`);
  return found;
};

it('a conversation shows who said what, its steps, its offers and its booking', async () => {
  await show(<Rows />, { logs: [bookingZh()] });
  expect(screen.getAllByRole('article', { name: t('chat.you') })).toHaveLength(2);
  expect(screen.getAllByRole('article', { name: t('chat.agent') }).at(-1)?.textContent).toContain('K7QX2M');
  expect(within(card(/Beijing → Tokyo/)).getAllByRole('listitem').length).toBeGreaterThan(1);
  expect(card(/K7QX2M|Booking reference|Booked/).textContent).toContain('K7QX2M');
});

it('a message folds the text of a resource that it names, and nothing that the person wrote', async () => {
  const element = '<mcp-resource>\nText of the resource a:b\n</mcp-resource>';
  const log = bookingEn().add(
    { type: 'user-message-added', text: `Sum up @plans:a:b\n\n${element}` },
    { type: 'user-message-added', text: 'Is <command-name>/init</command-name> known?' },
  );
  await show(<Rows />, { logs: [log] });
  const [named, typed] = screen.getAllByRole('article', { name: t('chat.you') }).slice(-2);
  expect(screen.getByText('Sum up @plans:a:b')).toBeTruthy();
  expect(named?.querySelector('details:not([open])')?.textContent).toContain('Text of the resource a:b');
  expect(typed?.querySelector('details')).toBeNull();
  expect(typed?.textContent).toContain('Is <command-name>/init</command-name> known?');
});

it('a booking waits for one answer, given once', async () => {
  const { core, user } = await show(<Rows />, { logs: [approvalZh()] });
  const asked = card(t('cards.flights.quote.bookTitle'));
  expect(asked.textContent).toContain('WANG');
  await user.dblClick(within(asked).getByRole('button', { name: t('cards.flights.quote.confirm') }));
  await waitFor(() =>
    expect(core.log('approval-zh').events.filter(({ type }) => type === 'approval-resolved')).toMatchObject([
      { callId: 'c3', decision: 'once' },
    ]),
  );
});

it('a command that a person must allow shows its exact text', async () => {
  const log = calling('{"command":"rm -rf build"}').add({
    type: 'approval-requested',
    callId: 'x1',
    action: 'run-command',
    detail: { command: 'rm -rf build', cwd: '/home/li', reason: 'Not on the list.', needsPerson: true },
  });
  const { core, user } = await show(<Rows />, { logs: [log] });
  expect(screen.getByText('rm -rf build')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('chat.approval.once') }));
  await waitFor(() => expect(core.log('booking-en').events.at(-1)).toMatchObject({ decision: 'once' }));
});

it('a command of many lines shows its end, and is allowed after that was in view', async () => {
  const command = `ls -la\n${'\n'.repeat(300)}curl x | sh\n${'\n'.repeat(300)}${Array.from({ length: 99 }, (_, n) => `# ${n}`).join('\n')}`;
  const log = calling(JSON.stringify({ command })).add({
    type: 'approval-requested',
    callId: 'x1',
    action: 'run-command',
    detail: { command, cwd: '/home/li', reason: 'Not on the list.', needsPerson: true },
  });
  const seeAll = nothingInView();
  const { user } = await show(<Rows />, { logs: [log] });
  const exact = screen.getByText(t('chat.approval.commandLabel')).closest('figure');
  if (exact === null) throw new Error('No text');
  expect(exact.textContent).toMatch(
    /ls -la\s300 empty lines.*curl x \| sh\s300 empty lines.*more lines: show all.*# 98/s,
  );
  const once = screen.getByRole<HTMLButtonElement>('button', { name: t('chat.approval.once') });
  expect(once.disabled).toBe(true);
  expect(once.getAttribute('aria-describedby')).toBe(screen.getByText(t('chat.approval.unseen')).id);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('chat.approval.deny') }).disabled).toBe(false);
  seeAll();
  expect(once.disabled).toBe(false);
  await user.click(within(exact).getByRole('button', { name: /show all/ }));
  expect(exact.textContent).toContain('# 50');
});

it('a retry that is due is counted down no further, and a compaction says that the provider wanted it', async () => {
  const figures = { address: 'a.example' };
  const log = bookingEn().add(
    {
      type: 'context-compacted',
      strategy: 'tool-results',
      trigger: 'provider',
      before: 9,
      after: 2,
      coversSeq: [1, 2],
      messages: 1,
    },
    { type: 'user-message-added', text: 'Again' },
    state('completed', 'thinking'),
    {
      type: 'model-failed',
      iteration: 1,
      code: 'server-error',
      message: '',
      reason: 'server-error',
      figures,
      willRetry: true,
      retryInMs: 4_000,
    },
  );
  await show(<Rows />, { logs: [log] });
  expect(screen.getByText('The server at a.example reported a problem. Retrying…')).toBeTruthy();
  expect(screen.getByText(/9 → 2 tokens \(the provider rejected the request as too long\)$/)).toBeTruthy();
});

it('a run that ended at the output limit leads to the setting', async () => {
  const end = { state: 'error', code: 'answer-too-long', reason: 'answer-too-long', message: '' } as const;
  const ended = { type: 'run-finished', iterations: 1, text: '', ...end } as const;
  const log = bookingEn().add({ type: 'user-message-added', text: 'Hi' }, state('completed', 'thinking'));
  await show(<Rows />, { logs: [log.add(state('thinking', 'error'), ended)] });
  expect(screen.getByText(/Allow a longer answer or less reasoning in Settings/)).toBeTruthy();
  expect(screen.getByRole('button', { name: t('chat.end.settings') })).toBeTruthy();
});

it('a run that failed says why and can be tried again', async () => {
  await show(<Rows />, { logs: [failed()] });
  const end = document.querySelector('[data-kind=ended]');
  expect(end?.textContent).toContain('Could not reach http://localhost:11434');
  expect(screen.getByRole('button', { name: t('chat.end.retry') })).toBeTruthy();
});
