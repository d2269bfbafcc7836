import { ClipboardCheck, FileDown, X } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { currentLanguage, useT, useText } from '../../../renderer/i18n.ts';
import { FailedBanner, PageFrame } from '../../../renderer/shared/page-frame.tsx';
import { saveFile } from '../../../renderer/shared/save-file.ts';
import { type Failure, type JudgedReview, useActions, useApp } from '../../../renderer/store/index.ts';
import { Banner, Button, cn, EmptyState, IconButton, Menu, MenuItem, Waiting } from '../../../renderer/ui/index.ts';
import { Tabs } from '../../../renderer/ui/on-demand.ts';
import { detailText } from '../../../shared/messages/failure.ts';
import { type NewReview, VERDICTS } from '../../../shared/review/reviews.ts';
import { type JudgedNote, type Queued, REPORT_FORMATS, type ReportFormat } from '../contract.ts';
import type { BrokenRubric, Rubric } from '../rubric.ts';
import { Agreements } from './agreements.tsx';
import { JudgeForm, Said, VERDICT_MARKS } from './judge-form.tsx';

/** Arrows, j and k move; they are the page's. */
export function QueueList({
  queue,
  current,
  onChoose,
  onRemove,
}: {
  readonly queue: readonly Queued[];
  readonly current: string;
  readonly onChoose: (session: string) => void;
  readonly onRemove: (session: string) => void;
}) {
  const t = useT();
  return (
    <ul aria-label={t('judging.queue')} className="w-56 shrink-0 overflow-y-auto border-line border-r @5xl:w-72">
      {queue.map((one) => {
        const title = one.title === '' ? t('common.untitled') : one.title;
        const mark = one.verdict === undefined ? undefined : VERDICT_MARKS[one.verdict];
        return (
          <li
            key={one.session}
            className={cn('group relative flex border-line border-b', one.session === current && 'bg-selected')}
          >
            <button
              type="button"
              data-queued={one.session}
              aria-current={one.session === current}
              tabIndex={one.session === current ? 0 : -1}
              onClick={() => onChoose(one.session)}
              className="flex min-w-0 flex-1 cursor-default flex-col gap-0.5 py-2 pr-9 pl-3 text-left focus-visible:-outline-offset-2"
            >
              <span className="flex items-center gap-1.5">
                {mark === undefined || one.verdict === undefined ? (
                  <span aria-hidden className="size-3.5 shrink-0 rounded-full border border-line-strong" />
                ) : (
                  <mark.icon
                    aria-label={t(`library.verdict.${one.verdict}`)}
                    className={cn('size-3.5 shrink-0', mark.className)}
                  />
                )}
                <span className="min-w-0 truncate font-medium [unicode-bidi:plaintext]">{title}</span>
              </span>
              {one.why === '' ? null : <bdi className="truncate pl-5 text-ink-soft text-sm">{one.why}</bdi>}
            </button>
            <IconButton
              size="sm"
              className="absolute top-0 right-0 m-1 opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
              label={t('judging.dequeue', { title })}
              onClick={() => onRemove(one.session)}
              icon={X}
            />
          </li>
        );
      })}
    </ul>
  );
}

type Judging = ReturnType<typeof useJudging>;

/** All that the page shows, read again after each change. */
export function useJudging() {
  const { judging } = useActions();
  const connection = useApp((data) => data.connection);
  const [read, setRead] = useState<{
    /** Undefined until they were read. */
    readonly queue: readonly Queued[] | undefined;
    readonly reviews: readonly JudgedReview[];
    /** Written while looking back. */
    readonly notes: readonly JudgedNote[];
    readonly me: string;
  }>({ queue: undefined, reviews: [], notes: [], me: '' });
  const [found, setFound] = useState<{ readonly rubrics: readonly Rubric[]; readonly broken: readonly BrokenRubric[] }>(
    { rubrics: [], broken: [] },
  );
  const [failure, setFailure] = useState<Failure>();
  const load = useCallback(async () => {
    const [queue, reviews] = await Promise.all([judging.queue(), judging.reviews()]);
    if (!queue.ok) return setFailure(queue.failure);
    if (!reviews.ok) return setFailure(reviews.failure);
    setFailure(undefined);
    const { reviews: judged, notes } = reviews.value;
    setRead({ queue: queue.value.queue, reviews: judged, notes, me: queue.value.me });
  }, [judging]);
  useEffect(() => {
    if (connection === 'lost') return;
    void load();
    void judging.rubrics().then((rubrics) => {
      if (!rubrics.ok) return;
      const { value } = rubrics;
      setFound({ rubrics: value.rubrics, broken: value.broken });
    });
  }, [load, judging, connection]);
  const after = async (done: { readonly ok: true } | { readonly ok: false; readonly failure: Failure }) => {
    if (done.ok) await load();
    else setFailure(done.failure);
    return done.ok;
  };
  return {
    ...read,
    ...found,
    failure,
    /** @returns whether it is stored. */
    write: async (review: NewReview) => after(await judging.write(review)),
    remove: async (session: string) => void (await after(await judging.dequeue([session]))),
    again: () => void load(),
  };
}

/** A session's turns, of the feature that looks back. */
type Preview = ComponentType<{
  readonly session: string;
  readonly chosen: number;
  readonly onRemark: (seq: number) => void;
}>;

export function JudgePage({ session, Preview }: { readonly session: string | undefined; readonly Preview: Preview }) {
  const { t, format } = useText();
  const { library } = useActions();
  const judging = useJudging();
  const [tab, setTab] = useState<'queue' | 'said' | 'agreement'>('queue');
  const [failure, setFailure] = useState<Failure>();
  const { queue, reviews, notes, broken } = judging;
  const count = reviews.length + notes.length;
  const left = queue?.filter(({ verdict }) => verdict === undefined).length ?? 0;
  return (
    <PageFrame
      back
      title={t('common.reviewQueue')}
      detail={
        queue === undefined ? '' : t('judging.left', { n: format.number(left), all: format.number(queue.length) })
      }
      actions={<ReportMenu disabled={reviews.length === 0} onFailure={setFailure} />}
    >
      {judging.failure === undefined ? null : <FailedBanner failure={judging.failure} onAgain={judging.again} />}
      {failure === undefined ? null : <FailedBanner failure={failure} onAgain={() => setFailure(undefined)} />}
      {broken.map(({ file, detail, why }) => (
        <Banner
          key={file}
          className="mx-4 mt-3"
          tone="warning"
          title={detailText(currentLanguage(), detail, why).text}
        />
      ))}
      <Tabs
        className="flex-1"
        label={t('common.reviewQueue')}
        value={tab}
        onChange={setTab}
        items={[
          {
            value: 'queue',
            label: t('judging.queue'),
            panel: (
              <Queue
                judging={judging}
                session={session}
                Preview={Preview}
                onChoose={(id) => library.show({ page: 'judge', session: id })}
              />
            ),
          },
          {
            value: 'said',
            label: t('judging.said', { n: format.number(count) }),
            panel: (
              <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">
                {count === 0 ? <p className="py-4 text-ink-soft">{t('judging.noneSaid')}</p> : null}
                <Said titled reviews={reviews} notes={notes} />
              </div>
            ),
          },
          { value: 'agreement', label: t('judging.agreement.title'), panel: <Agreements reviews={reviews} /> },
        ]}
      />
    </PageFrame>
  );
}

function Queue({
  judging,
  session,
  Preview,
  onChoose,
}: {
  readonly judging: Judging;
  readonly session: string | undefined;
  readonly Preview: Preview;
  readonly onChoose: (session: string) => void;
}) {
  const t = useT();
  const { select } = useActions();
  const { queue, reviews, notes, rubrics, me } = judging;
  const [moment, setMoment] = useState({ session: '', seq: 0 });
  const remark = useRef<HTMLTextAreaElement>(null);
  const root = useRef<HTMLElement>(null);
  const current = queue?.find((one) => one.session === session) ?? queue?.[0];
  const id = current?.session;
  const seq = moment.session === id ? moment.seq : 0;
  const focusRow = (to: string) => {
    onChoose(to);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-queued="${CSS.escape(to)}"]`)?.focus());
  };
  // The window's title is that of the one that is judged.
  useEffect(() => {
    if (session === undefined && id !== undefined) onChoose(id);
  });
  const isRead = queue !== undefined;
  useEffect(() => {
    if (isRead) root.current?.querySelector<HTMLElement>('[data-queued][tabindex="0"]')?.focus();
  }, [isRead]);
  if (queue === undefined) return <Waiting className="p-4">{t('judging.loading')}</Waiting>;
  if (current === undefined || id === undefined) {
    return <EmptyState icon={<ClipboardCheck />} title={t('judging.empty')} description={t('judging.emptyHint')} />;
  }
  const at = queue.indexOf(current);
  const mine = reviews.find((one) => one.session === id && one.seq === seq && one.reviewer === me);
  const others = reviews.filter((one) => one.session === id && (one.reviewer !== me || one.seq > 0));
  // A verdict that one has read is no second opinion.
  const shown = current.verdict === undefined ? others.filter(({ reviewer }) => reviewer === me) : others;
  const noted = notes.filter((one) => one.session === id);
  const go = (step: number) => {
    const next = queue[Math.min(Math.max(at + step, 0), queue.length - 1)];
    if (next !== undefined) focusRow(next.session);
  };
  const nextOpen = () => {
    const rest = [...queue.slice(at + 1), ...queue.slice(0, at)];
    const next = rest.find(({ verdict }) => verdict === undefined);
    if (next !== undefined) focusRow(next.session);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea, [role="combobox"]') !== null;
    if (isTyping || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const inList = target instanceof Element && target.closest('[data-queued]') !== null;
    const verdict = VERDICTS[Number(key) - 1];
    if (key === 'j' || (inList && key === 'ArrowDown')) go(1);
    else if (key === 'k' || (inList && key === 'ArrowUp')) go(-1);
    else if (key === 'n') nextOpen();
    else if (key === 'r') remark.current?.focus();
    else if (key === 'o') select(id);
    else if (verdict !== undefined && seq === 0) {
      root.current?.querySelector<HTMLElement>(`[data-verdict="${verdict}"]`)?.click();
    } else return;
    event.preventDefault();
  };
  return (
    <section
      aria-label={t('judging.queue')}
      ref={root}
      onKeyDown={onKeyDown}
      className="@container flex h-full min-h-0"
    >
      <QueueList queue={queue} current={id} onChoose={focusRow} onRemove={(gone) => void judging.remove(gone)} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto @5xl:flex-row @5xl:overflow-hidden">
        <div className="min-w-0 @5xl:min-h-0 @5xl:flex-1 @5xl:overflow-y-auto">
          <Preview
            session={id}
            chosen={seq}
            onRemark={(on) => {
              setMoment({ session: id, seq: on });
              requestAnimationFrame(() => remark.current?.focus());
            }}
          />
        </div>
        <aside
          aria-label={t('judging.yours')}
          className="flex shrink-0 flex-col gap-4 border-line border-t p-4 @5xl:w-88 @5xl:overflow-y-auto @5xl:border-t-0 @5xl:border-l"
        >
          <JudgeForm
            key={`${id} ${seq} ${mine?.at ?? ''}`}
            session={id}
            seq={seq}
            before={mine}
            rubrics={rubrics}
            remark={remark}
            onSave={judging.write}
            onWhole={() => setMoment({ session: id, seq: 0 })}
          />
          {others.length > shown.length ? <p className="text-ink-soft text-sm">{t('judging.hidden')}</p> : null}
          {shown.length + noted.length === 0 ? null : (
            <section>
              <h4 className="font-medium">{t('judging.others')}</h4>
              <Said reviews={shown} notes={noted} />
            </section>
          )}
        </aside>
      </div>
    </section>
  );
}

function ReportMenu({
  disabled,
  onFailure,
}: {
  readonly disabled: boolean;
  readonly onFailure: (failure: Failure) => void;
}) {
  const t = useT();
  const { judging } = useActions();
  const save = async (format: ReportFormat) => {
    const made = await judging.report(format, currentLanguage());
    if (!made.ok) return onFailure(made.failure);
    const { text, mime, fileName } = made.value;
    saveFile(fileName, new Blob([text], { type: mime }));
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={FileDown} disabled={disabled}>
          {t('common.report')}
        </Button>
      }
    >
      {REPORT_FORMATS.map((format) => (
        <MenuItem label={t(`judging.format.${format}`)} key={format} onSelect={() => void save(format)} />
      ))}
    </Menu>
  );
}
