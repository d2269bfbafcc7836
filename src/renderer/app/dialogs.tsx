import { lazy, Suspense } from 'react';
import { CompactDialog } from '../chat/compaction/compact-dialog.tsx';
import { RequestDialog } from '../context/map/request/request-dialog.tsx';
import { SettingsDialog } from '../settings/settings-dialog.tsx';
import { useActions, useApp } from '../store/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ShortcutSheet } from './palette/shortcut-sheet.tsx';
import { AuthorDialogs } from './panes/author-pane.tsx';
import { LibraryDialogs } from './panes/library-pane.tsx';

/** Loaded on demand with its parsers, so that only previews wait for them. */
const PreviewDialog = lazy(async () => ({
  default: (await import('../files/preview-dialog.tsx')).PreviewDialog,
}));

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
      {dialog?.name === 'file' ? (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <PreviewDialog file={dialog.file} onClose={() => openDialog(undefined)} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      <CompactDialog open={dialog?.name === 'compact'} onClose={() => openDialog(undefined)} />
      <AuthorDialogs />
      <LibraryDialogs />
      <ShortcutSheet open={dialog?.name === 'shortcuts'} />
    </>
  );
}
