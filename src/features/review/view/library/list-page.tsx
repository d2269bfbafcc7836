import {
  Archive,
  ClipboardCheck,
  Columns2,
  FileDown,
  FileUp,
  PanelRight,
  Pin,
  RotateCcw,
  Tag,
  Trash2,
  Users,
  X,
} from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { currentLanguage, useT, useText } from '../../../../renderer/i18n.ts';
import { PageFrame } from '../../../../renderer/shared/page-frame.tsx';
import { useSelection } from '../../../../renderer/shared/use-selection.ts';
import { useActions, useApp, useSimpleView } from '../../../../renderer/store/index.ts';
import { Banner, Button, IconButton, later, Waiting } from '../../../../renderer/ui/index.ts';
import { failureText } from '../../../../shared/messages/failure.ts';
import { MAX_COMPARED } from '../../../../shared/review.ts';
import { FilterBar, SearchField } from './filter-bar.tsx';
import { chipsOf } from './filters.tsx';
import { droppedFiles, ImportResults } from './import-results.tsx';
import { LibraryGrid, NoConversations, NothingFound, type RowCommands, type Selection } from './library-list.tsx';
import { ArchiveLine, isAway, useOpenRow } from './share-dialog.tsx';
import { type LibraryList, useKeep } from './use-library.ts';

/** Actions for all selected conversations; replaces the line of counts. */
export function SelectionBar({ selection }: { readonly selection: Selection }) {
  const { t, format } = useText();
  const { library, openDialog } = useActions();
  const hasArchive = useApp((data) => data.archive != null);
  const keep = useKeep();
  const { rows } = selection;
  const ids = rows.map(({ id }) => id);
  const there = rows.filter(({ deleted }) => !deleted);
  const act = (label: string, icon: ReactNode, run: () => void) => (
    <Button size="sm" variant="ghost" onClick={run} className="[&_svg]:size-3.5">
      {icon}
      {label}
    </Button>
  );
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-1">
      <span className="mr-2 font-medium text-sm tabular-nums" role="status">
        {t('library.selected', { count: rows.length, n: format.number(rows.length) })}
      </span>
      {act(t(rows.every(({ pinned }) => pinned) ? 'library.do.unpin' : 'library.do.pin'), <Pin aria-hidden />, () =>
        keep.pin(rows),
      )}
      {act(t('library.do.tags'), <Tag aria-hidden />, () => openDialog({ name: 'tags', sessions: ids }))}
      {act(
        t(rows.every(({ archived }) => archived) ? 'library.do.unarchive' : 'library.do.archive'),
        <Archive aria-hidden />,
        () => keep.archive(rows),
      )}
      {act(t('library.do.export'), <FileDown aria-hidden />, () =>
        openDialog({ name: 'export-sessions', sessions: ids }),
      )}
      {hasArchive
        ? act(t('library.do.share'), <Users aria-hidden />, () => openDialog({ name: 'share', sessions: ids }))
        : null}
      {act(t('library.do.queue'), <ClipboardCheck aria-hidden />, () => void keep.queue(rows))}
      {ids.length > 1 && ids.length <= MAX_COMPARED
        ? act(t('library.do.compare'), <Columns2 aria-hidden />, () => library.show({ page: 'compare', sessions: ids }))
        : null}
      {there.length > 0
        ? act(t('common.delete'), <Trash2 aria-hidden />, () => keep.remove(rows))
        : act(t('common.restore'), <RotateCcw aria-hidden />, () => keep.restore(rows))}
      <IconButton size="sm" label={t('library.selectNone')} onClick={selection.clear} icon={X} />
    </div>
  );
}

const SessionPreview = later(async () => (await import('./session-preview.tsx')).SessionPreview);

/** All conversations: search, organise, compare, import and export. */
export function ListPage({ list }: { readonly list: LibraryList }) {
  const t = useT();
  const { library, openDialog, select } = useActions();
  const simple = useSimpleView();
  const selection = useSelection(useMemo(() => list.rows.filter((row) => !isAway(row)), [list.rows]));
  const keep = useKeep();
  const openRow = useOpenRow();
  const page = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const [current, setCurrent] = useState<string>();
  const previewed = list.rows.find(({ id }) => id === current) ?? list.rows[0];
  const connection = useApp((data) => data.connection);
  const asked = useApp((data) => data.asked);
  const isNarrowed = asked.words.trim() !== '' || chipsOf(asked.filters).length > 0;

  useEffect(() => search.current?.focus(), []);

  const commands: RowCommands = {
    open(row) {
      openRow(row, () => select(row.id));
    },
    pin: keep.pin,
    archive: keep.archive,
    remove: keep.remove,
    tag: (rows) => openDialog({ name: 'tags', sessions: rows.map(({ id }) => id) }),
  };
  const intoList = () => page.current?.querySelector<HTMLElement>('[data-session][tabindex="0"]')?.focus();
  const isFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

  return (
    <section
      ref={page}
      aria-label={t('library.title')}
      className="relative h-full"
      onKeyDown={(event) => {
        const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null;
        if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        search.current?.select();
      }}
      onDragOver={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setDropping(false);
      }}
      onDrop={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        setDropping(false);
        void droppedFiles(event.dataTransfer).then(library.importFiles);
      }}
    >
      <PageFrame
        title={t('library.title')}
        actions={
          <>
            {simple ? null : (
              <Button icon={ClipboardCheck} variant="ghost" onClick={() => library.show({ page: 'judge' })}>
                {t('common.reviewQueue')}
              </Button>
            )}
            <Button icon={FileUp} onClick={() => picker.current?.click()}>
              {t('library.do.import')}
            </Button>
          </>
        }
      >
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={t('library.do.import')}
          accept=".jsonl,.json,.ndjson,.md,.gz,.zip,.eval,application/json"
          onChange={(event) => {
            void library.importFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <ArchiveLine />
        <ImportResults />
        {connection === 'lost' ? <Banner className="mx-4 mt-3" tone="warning" title={t('library.notNow')} /> : null}
        <div className="flex shrink-0 flex-col gap-2 px-4 pt-3 pb-2">
          <div className="flex items-center gap-2">
            <SearchField field={search} busy={list.busy && list.page !== undefined} onDown={intoList} />
            <IconButton
              label={t('library.preview')}
              aria-pressed={previewing}
              onClick={() => setPreviewing((before) => !before)}
              icon={PanelRight}
            />
          </div>
          {simple && !isNarrowed ? null : <FilterBar facets={list.page?.facets} />}
          {selection.rows.length > 0 ? <SelectionBar selection={selection} /> : <Counts list={list} />}
        </div>
        <Body list={list}>
          {list.rows.length > 0 ? (
            <div className="flex min-h-80 min-w-0 flex-1">
              <LibraryGrid list={list} selection={selection} commands={commands} onCurrent={setCurrent} />
              {previewing && previewed !== undefined ? (
                <aside
                  aria-label={t('library.preview')}
                  className="w-2/5 shrink-0 overflow-y-auto border-line border-l"
                >
                  {isAway(previewed) ? (
                    <p className="p-4 text-ink-soft">{t('archive.list.preview')}</p>
                  ) : (
                    <SessionPreview key={previewed.id} session={previewed.id} />
                  )}
                </aside>
              ) : null}
            </div>
          ) : isNarrowed ? (
            <NothingFound />
          ) : (
            <NoConversations onImport={() => picker.current?.click()} />
          )}
        </Body>
      </PageFrame>
      {dropping ? (
        <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-panel border-2 border-accent border-dashed bg-accent-soft/90 font-medium text-accent-ink text-lg">
          {t('library.import.drop')}
        </div>
      ) : null}
    </section>
  );
}

function Body({ list, children }: { readonly list: LibraryList; readonly children: ReactNode }) {
  const t = useT();
  if (list.page !== undefined) return children;
  if (list.failure !== undefined) {
    return (
      <Banner
        live
        className="mx-4"
        tone="danger"
        title={t('library.failed')}
        action={
          <Button size="sm" onClick={list.again}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        <p className="text-sm">{failureText(currentLanguage(), list.failure).text}</p>
      </Banner>
    );
  }
  return <Waiting className="px-4 py-3">{t('library.loading')}</Waiting>;
}

/** Number of conversations and their totals. */
function Counts({ list: { page } }: { readonly list: LibraryList }) {
  const { t, format } = useText();
  const simple = useSimpleView();
  return (
    <p role="status" className="flex min-h-8 flex-wrap items-center gap-x-3 text-ink-soft text-sm tabular-nums">
      {page === undefined ? null : (
        <>
          <span className="font-medium text-ink">
            {t('library.count', { count: page.total, n: format.number(page.total) })}
          </span>
          {simple ? null : (
            <span>
              {page.sums.cost > 0
                ? t('library.sums', { tokens: format.tokens(page.sums.tokens), cost: format.dollars(page.sums.cost) })
                : t('library.sumsNoCost', { tokens: format.tokens(page.sums.tokens) })}
            </span>
          )}
        </>
      )}
    </p>
  );
}
