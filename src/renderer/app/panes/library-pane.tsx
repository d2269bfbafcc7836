import { useEffect } from 'react';
import { useT } from '../../i18n/index.ts';
import { useLibrary } from '../../review/library/use-library.ts';
import { outOf, useActions, useApp } from '../../store/index.ts';
import { later } from '../../ui/index.ts';
import { CoveringPane, PANE_COMING } from './covering-pane.tsx';
import { useCoveringPane } from './use-covering-pane.ts';

/** They come when they are first needed. */
const ListPage = later(async () => (await import('../../review/library/list-page.tsx')).ListPage, PANE_COMING);
/** Fetches the page of all conversations before somebody opens it. */
export const fetchLibrary = ListPage.fetch;
const CostsPage = later(async () => (await import('../../review/library/costs/costs-page.tsx')).CostsPage, PANE_COMING);
const JudgePage = later(
  async () => (await import('../../review/library/judging/judge-page.tsx')).JudgePage,
  PANE_COMING,
);
const ComparePage = later(
  async () => (await import('../../review/library/compare/compare-page.tsx')).ComparePage,
  PANE_COMING,
);
const CompareMany = later(
  async () => (await import('../../review/library/compare/compare-many.tsx')).CompareMany,
  PANE_COMING,
);
const TripsPage = later(async () => (await import('../../bookings/trips-page.tsx')).TripsPage, PANE_COMING);
const TagsDialog = later(async () => (await import('../../review/library/tags-dialog.tsx')).TagsDialog);
const ExportDialog = later(async () => (await import('../../review/library/export/export-dialog.tsx')).ExportDialog);
const ShareDialog = later(async () => (await import('../../review/library/share/share-dialog.tsx')).ShareDialog);

/** Covers the chat and its side columns, which keep their state. Escape goes back one step. */
export function LibraryPane() {
  const t = useT();
  const { library } = useActions();
  const open = useApp((data) => data.library);
  const page = open?.page;
  const pane = useCoveringPane();
  useEffect(() => {
    // The pressed button is gone with its page: keep the keyboard focus in the page.
    if (page !== undefined && document.activeElement === document.body) pane.current?.focus();
  }, [page, pane]);
  return (
    <CoveringPane
      pane={pane}
      label={t(page === 'trips' ? 'bookings.title' : 'library.title')}
      onEscape={() => library.show(open === undefined ? undefined : outOf(open))}
    >
      <OpenPage />
    </CoveringPane>
  );
}

function OpenPage() {
  const open = useApp((data) => data.library);
  switch (open?.page) {
    case undefined:
      return null;
    case 'list':
      return <List compareWith={open.compareWith} />;
    case 'trips':
      return <TripsPage />;
    case 'costs':
      return <CostsPage key={open.session} session={open.session} by={open.by} />;
    case 'judge':
      return <JudgePage session={open.session} />;
    case 'compare-many':
      return <CompareMany key={open.sessions.join(' ')} sessions={open.sessions} />;
    case 'compare':
      return <ComparePage key={`${open.a} ${open.b}`} a={open.a} b={open.b} requests={open.requests} />;
  }
}

/** The conversations are asked for while their page is on its way. */
function List({ compareWith }: { readonly compareWith: string | undefined }) {
  return <ListPage list={useLibrary()} compareWith={compareWith} />;
}

/** Dialogs for conversations, wherever they were selected. */
export function LibraryDialogs() {
  const { openDialog } = useActions();
  const dialog = useApp((data) => data.dialog);
  const close = () => openDialog(undefined);
  return (
    <>
      {dialog?.name === 'tags' ? <TagsDialog sessions={dialog.sessions} onClose={close} /> : null}
      {dialog?.name === 'share' ? <ShareDialog sessions={dialog.sessions} onClose={close} /> : null}
      {dialog?.name === 'export-sessions' ? <ExportDialog sessions={dialog.sessions} onClose={close} /> : null}
    </>
  );
}
