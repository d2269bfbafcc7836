import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../test-kit/show.tsx';
import { Button, notify } from './index.ts';
import { Dialog } from './on-demand.ts';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A new name">
        Content
      </Dialog>
    </>
  );
}

const place = () => screen.getByText('Moved').closest('[data-sonner-toaster]')?.getAttribute('data-y-position');

it('keeps away from the buttons of a dialog while one is open', async () => {
  const { user } = await show(<Page />);
  notify.undo('Moved', 'Undo', () => {});
  await screen.findByText('Moved');
  expect(place()).toBe('bottom');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(place()).toBe('top'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(place()).toBe('bottom'));
});
