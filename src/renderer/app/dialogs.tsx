import { loadCompaction, loadPreviewDialog, loadRequestDialog, loadSettingsDialog } from '../../features-view.ts';
import { useActions, useApp } from '../store/index.ts';
import { later, useOnce } from '../ui/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { AuthorDialogs, LibraryDialogs } from './panes.tsx';

const SettingsDialog = later(async () => (await loadSettingsDialog()).SettingsDialog);
const RequestDialog = later(async () => (await loadRequestDialog()).RequestDialog);
const CompactDialog = later(async () => (await loadCompaction()).CompactDialog);
const ShortcutSheet = later(async () => (await import('./palette/shortcut-sheet.tsx')).ShortcutSheet);
const CrashDialog = later(async () => (await import('./crash-dialog.tsx')).CrashDialog);
const PreviewDialog = later(async () => (await loadPreviewDialog()).PreviewDialog);

type DialogName = NonNullable<ReturnType<typeof useOpenDialog>>['name'];

const useOpenDialog = () => useApp((data) => data.dialog);

/** For a dialog that stays once it was opened. */
function useOpened(name: DialogName) {
  const open = useOpenDialog()?.name === name;
  return { open, mounted: useOnce(open) };
}

export function Dialogs() {
  const { openDialog } = useActions();
  const dialog = useOpenDialog();
  const close = () => openDialog(undefined);
  const settings = useOpened('settings');
  const request = useOpened('request');
  const compact = useOpened('compact');
  const shortcuts = useOpened('shortcuts');
  return (
    <>
      {settings.mounted ? <SettingsDialog tab={dialog?.name === 'settings' ? dialog.tab : undefined} /> : null}
      {request.mounted ? (
        <RequestDialog open={request.open} at={dialog?.name === 'request' ? dialog.at : undefined} onClose={close} />
      ) : null}
      {dialog?.name === 'file' ? (
        <ErrorBoundary>
          <PreviewDialog file={dialog.file} onClose={close} />
        </ErrorBoundary>
      ) : null}
      {compact.mounted ? <CompactDialog open={compact.open} onClose={close} /> : null}
      {dialog?.name === 'crashes' ? <CrashDialog onClose={close} /> : null}
      <AuthorDialogs />
      <LibraryDialogs />
      {shortcuts.mounted ? <ShortcutSheet open={shortcuts.open} /> : null}
    </>
  );
}
