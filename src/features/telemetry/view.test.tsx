import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../renderer/test-kit/show.tsx';
import { TelemetrySettings } from './view.tsx';

it('stores an address once it is one, and says where traces go', async () => {
  const { user } = await show(<TelemetrySettings />);
  await screen.findByText('Nowhere');
  await user.click(screen.getByRole('radio', { name: 'To this address' }));
  const field = screen.getByRole('textbox', { name: 'Address' });
  await user.type(field, 'a.example{Enter}');
  screen.getByText(/isn’t a valid URL/);
  await user.clear(field);
  await user.type(field, 'https://a.example/otel{Enter}');
  await screen.findByText('https://a.example/otel/v1/traces');
  await user.click(screen.getByRole('switch', { name: 'Send contents' }));
  await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true'));
});

it('says what waits and why', async () => {
  await show(<TelemetrySettings />, {
    telemetry: {
      endpoint: 'https://a.example',
      target: 'https://a.example/v1/traces',
      headers: ['authorization'],
      waiting: 2,
      problem: {
        code: 'answered',
        figures: { url: 'https://a.example/v1/traces', status: '503' },
        at: '2030-01-01T00:00:00.000Z',
      },
    },
  });
  await screen.findByText('2 conversations');
  screen.getByText('https://a.example/v1/traces answered 503. The traces are kept and sent later.');
  screen.getByText(/from config.jsonc: authorization/);
  screen.getByText('Nothing sent yet');
});
