import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { translate as t } from '../i18n.ts';
import { bookingEn } from '../test-kit/sessions.ts';
import { show } from '../test-kit/show.tsx';
import { Toaster } from '../ui/index.ts';
import { useNotices } from './layout.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A system that refuses each notice, as macOS does those of unsigned apps. */
class RefusedNotification {
  static permission = 'granted';
  readonly title: string;
  readonly body: string;
  onerror: (() => void) | undefined;
  constructor(title: string, { body }: { body: string }) {
    this.title = title;
    this.body = body;
    queueMicrotask(() => this.onerror?.());
  }
}

function Notices() {
  useNotices();
  return <Toaster />;
}

it('says in the app what the system does not show', async () => {
  vi.stubGlobal('Notification', RefusedNotification);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const { store } = await show(<Notices />, { logs: [bookingEn()] });
  const state = (runState: 'thinking' | 'completed') =>
    act(() =>
      store.data.setState((data) => ({ ...data, sessions: data.sessions?.map((one) => ({ ...one, runState })) })),
    );
  state('thinking');
  state('completed');
  expect(await screen.findByText(new RegExp(t('app.notice.answered')))).toBeTruthy();
});
