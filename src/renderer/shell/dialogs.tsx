import { BookingsDialog } from '../bookings/bookings-dialog.tsx';
import { CompactDialog } from '../chat/compact-dialog.tsx';
import { RequestDialog } from '../map/request-dialog.tsx';
import { SettingsDialog } from '../settings/settings-dialog.tsx';
import { useActions, useApp } from '../store/index.ts';
import { AuthorDialogs } from './author-pane.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';

export function Dialogs() {
  const { openDialog } = useActions();
  const dialog = useApp((data) => data.dialog);
  return (
    <>
      <SettingsDialog tab={dialog?.name === 'settings' ? dialog.tab : undefined} />
      <RequestDialog
        open={dialog?.name === 'request'}
        at={dialog?.name === 'request' ? dialog.at : undefined}
        onClose={() => openDialog(undefined)}
      />
      <BookingsDialog open={dialog?.name === 'bookings'} onClose={() => openDialog(undefined)} />
      <CompactDialog open={dialog?.name === 'compact'} onClose={() => openDialog(undefined)} />
      <AuthorDialogs />
      <ShortcutSheet open={dialog?.name === 'shortcuts'} />
    </>
  );
}
