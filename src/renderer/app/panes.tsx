import { Component, type ReactNode, useEffect, useRef } from 'react';
import {
  loadAuthorView,
  loadComparePage,
  loadCostsPage,
  loadDialogs,
  loadDraft,
  loadExportDialog,
  loadImport,
  loadJudgePage,
  loadListPage,
  loadMapView,
  loadPreviewDialog,
  loadPublish,
  loadRepositories,
  loadShareDialog,
  loadSkillsPage,
  loadTagsDialog,
  loadTripsPage,
  loadWatches,
  useLibrary,
} from '../../features-view.ts';
import { messageOf } from '../../shared/errors.ts';
import { useT } from '../i18n.ts';
import { type OpenLibrary, outOf, useActions, useApp } from '../store/index.ts';
import { Banner, Button, later, Spinner } from '../ui/index.ts';

/** A bug in one column leaves the others standing. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly message: string | undefined }
> {
  override state = { message: undefined };

  static getDerivedStateFromError(error: unknown): { readonly message: string } {
    return { message: messageOf(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === undefined ? this.props.children : <Crash message={message} />;
  }
}

function Crash({ message }: { readonly message: string }) {
  const t = useT();
  return (
    <div className="p-4">
      <Banner tone="danger" title={t('app.crash.title')} live>
        <p>{t('app.crash.description', { message })}</p>
        <Button className="mt-3" onClick={() => location.reload()}>
          {t('app.crash.reload')}
        </Button>
      </Banner>
    </div>
  );
}

/** In place of a pane that is still on its way. */
const PANE_COMING = (
  <div className="grid h-full place-items-center">
    <Spinner />
  </div>
);

/**
 * Covers the chat and its side columns, which keep their state. It takes the focus on opening, and returns it on closing.
 * If the focused element in it is removed (a button that has done its work), the pane takes the focus, so that its keys
 * keep working.
 */
function CoveringPane({
  label,
  onEscape,
  children,
}: {
  readonly label: string;
  readonly onEscape?: () => void;
  readonly children: ReactNode;
}) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    pane.current?.focus();
    const removals = new MutationObserver(() => {
      if (document.activeElement === document.body) pane.current?.focus({ preventScroll: true });
    });
    if (pane.current !== null) removals.observe(pane.current, { childList: true, subtree: true });
    return () => {
      removals.disconnect();
      // The content below becomes reachable only after this closes.
      requestAnimationFrame(() => {
        const target =
          before instanceof HTMLElement && before.isConnected && before !== document.body
            ? before
            : document.querySelector<HTMLElement>('main textarea');
        target?.focus();
      });
    };
  }, []);
  return (
    <main
      ref={pane}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => {
        // Anything floating above it (a menu, a list of choices) closes first.
        const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (onEscape === undefined || event.key !== 'Escape' || event.defaultPrevented || !isOwn) return;
        event.preventDefault();
        onEscape();
      }}
      className="absolute inset-0 z-20 bg-canvas outline-none"
    >
      <ErrorBoundary>{children}</ErrorBoundary>
    </main>
  );
}

/** The editor is as large as all the rest of the page: it comes when it is first needed. */
const AuthorView = later(async () => {
  const [{ AuthorView: View }, { EvalsPanel }, { TryPanel }, { UpdateDialog }] = await loadAuthorView();
  const parts = { EvalsPanel, TryPanel, UpdateDialog, PublishDialog };
  return (props: { readonly skill: string }) => <View {...props} parts={parts} />;
}, PANE_COMING);
const PublishDialog = later(async () => (await loadPublish()).PublishDialog);
const NewSkillDialog = later(async () => (await loadDialogs()).NewSkillDialog);
const ImportDialog = later(async () => (await loadImport()).ImportDialog);
const CrashDialog = later(async () => (await import('./crash-dialog.tsx')).CrashDialog);
const PreviewDialog = later(async () => (await loadPreviewDialog()).PreviewDialog);
const DraftDialog = later(async () => (await loadDraft()).DraftDialog);
const RepositoriesDialog = later(async () => (await loadRepositories()).RepositoriesDialog);

export const AuthorPane = ({ skill }: { readonly skill: string }) => (
  <CoveringPane label={skill}>
    <AuthorView skill={skill} />
  </CoveringPane>
);

/** It comes when it is first needed. */
const MapView = later(async () => (await loadMapView()).MapView, PANE_COMING);

/** Escape closes it. */
export function MapPane() {
  const t = useT();
  const { map } = useActions();
  return (
    <CoveringPane label={t('map.title')} onEscape={() => map.show(undefined)}>
      <MapView />
    </CoveringPane>
  );
}

/** They come when they are first needed. */
const ListPage = later(async () => (await loadListPage()).ListPage, PANE_COMING);
/** Fetches the page of all conversations before somebody opens it. */
export const fetchLibrary = ListPage.fetch;
const CostsPage = later(async () => (await loadCostsPage()).CostsPage, PANE_COMING);
const JudgePage = later(async () => {
  const [{ JudgePage: View }, { SessionPreview }] = await loadJudgePage();
  return (props: { readonly session: string | undefined }) => <View {...props} Preview={SessionPreview} />;
}, PANE_COMING);
const ComparePage = later(async () => (await loadComparePage()).ComparePage, PANE_COMING);
const TripsPage = later(async () => (await loadTripsPage()).TripsPage, PANE_COMING);
const WatchList = later(async () => (await loadWatches()).WatchList);
const SkillsPage = later(async () => (await loadSkillsPage()).SkillsPage, PANE_COMING);
const TagsDialog = later(async () => (await loadTagsDialog()).TagsDialog);
const ExportDialog = later(async () => (await loadExportDialog()).ExportDialog);
const ShareDialog = later(async () => (await loadShareDialog()).ShareDialog);

/** Title of a page that is about no conversation in particular. */
export const pageTitle = (page: OpenLibrary['page'] | undefined) =>
  page === 'trips' ? 'bookings.title' : page === 'skills' ? 'common.skills' : 'library.title';

/** Escape goes back one step. */
export function LibraryPane() {
  const t = useT();
  const { library } = useActions();
  const open = useApp((data) => data.library);
  return (
    <CoveringPane
      label={t(pageTitle(open?.page))}
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
      return <List />;
    case 'trips':
      return <TripsPage watches={<WatchList />} />;
    case 'skills':
      return <SkillsPage />;
    case 'costs':
      return <CostsPage key={open.session} session={open.session} by={open.by} />;
    case 'judge':
      return <JudgePage session={open.session} />;
    case 'compare':
      return <ComparePage key={open.sessions.join(' ')} sessions={open.sessions} requests={open.requests} />;
  }
}

/** The conversations are asked for while their page is on its way. */
const List = () => <ListPage list={useLibrary()} />;

/** The one dialog that is open, of those that are gone as soon as they close. */
export function OpenDialog() {
  const { openDialog } = useActions();
  const dialog = useApp((data) => data.dialog);
  const close = () => openDialog(undefined);
  switch (dialog?.name) {
    case 'new-skill':
      return <NewSkillDialog open onClose={close} />;
    case 'import-skill':
      return <ImportDialog open given={dialog.address} onClose={close} />;
    case 'draft-skill':
      return <DraftDialog session={dialog.session} onClose={close} />;
    case 'repositories':
      return <RepositoriesDialog open onClose={close} />;
    case 'tags':
      return <TagsDialog sessions={dialog.sessions} onClose={close} />;
    case 'share':
      return <ShareDialog sessions={dialog.sessions} onClose={close} />;
    case 'export-sessions':
      return <ExportDialog sessions={dialog.sessions} onClose={close} />;
    case 'crashes':
      return <CrashDialog onClose={close} />;
    case 'file':
      return (
        <ErrorBoundary>
          <PreviewDialog file={dialog.file} onClose={close} />
        </ErrorBoundary>
      );
    default:
      return null;
  }
}
