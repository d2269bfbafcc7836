import { lazy, Suspense, useEffect } from 'react';
import { useT } from '../i18n/index.ts';
import { useActions, useApp } from '../store/index.ts';
import { Spinner } from '../ui/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useCoveringPane } from './use-covering-pane.ts';

/** They come when they are first needed. */
const LibraryView = lazy(() =>
  import('../library/library-view.tsx').then(({ LibraryView: view }) => ({ default: view })),
);
const TagsDialog = lazy(() => import('../library/tags-dialog.tsx').then(({ TagsDialog: view }) => ({ default: view })));
const ExportDialog = lazy(() =>
  import('../library/export-dialog.tsx').then(({ ExportDialog: view }) => ({ default: view })),
);

/** Over the chat and what stands at its side, which stay as they are below it. Escape goes back one step. */
export function LibraryPane() {
  const t = useT();
  const { library } = useActions();
  const page = useApp((data) => data.library?.page);
  const pane = useCoveringPane();
  useEffect(() => {
    // What was pressed is gone with its page: the keys go on from here.
    if (page !== undefined && document.activeElement === document.body) pane.current?.focus();
  }, [page, pane]);
  return (
    <main
      ref={pane}
      tabIndex={-1}
      aria-label={t('library.title')}
      onKeyDown={(event) => {
        // What floats above it (a menu, a list of choices) closes first.
        const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key !== 'Escape' || event.defaultPrevented || !isOwn) return;
        event.preventDefault();
        library.show(page === 'list' ? undefined : { page: 'list' });
      }}
      className="absolute inset-0 z-20 bg-canvas outline-none"
    >
      <ErrorBoundary>
        <Suspense
          fallback={
            <div className="grid h-full place-items-center">
              <Spinner />
            </div>
          }
        >
          <LibraryView />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/** Of conversations, wherever they were chosen. */
export function LibraryDialogs() {
  const { openDialog } = useActions();
  const dialog = useApp((data) => data.dialog);
  const close = () => openDialog(undefined);
  return (
    <Suspense fallback={null}>
      {dialog?.name === 'tags' ? <TagsDialog sessions={dialog.sessions} onClose={close} /> : null}
      {dialog?.name === 'export-sessions' ? <ExportDialog sessions={dialog.sessions} onClose={close} /> : null}
    </Suspense>
  );
}
