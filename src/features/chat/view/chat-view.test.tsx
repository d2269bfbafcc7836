import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bookingEn } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { startLog } from '../../../shared/reducer.ts';
import { ChatView } from './chat-view.tsx';

it('shows the end of a long conversation while the whole is read, then the whole', async () => {
  const { session, events } = bookingEn();
  const { store } = await show(<ChatView />, { logs: [bookingEn()] });
  const whole = await screen.findByRole('log');
  const { log } = store.data.getState();
  store.data.setState({ log: undefined, sessionStatus: 'loading' });
  await expect.poll(() => screen.queryByRole('log')).toBeNull();
  store.data.setState({ latest: startLog(session, events.slice(-5)) });
  const end = await screen.findByRole('log');
  store.data.setState({ log, latest: undefined, sessionStatus: 'ready' });
  await expect.poll(() => end.isConnected).toBe(false);
  expect(screen.getByRole('log')).not.toBe(whole);
});
