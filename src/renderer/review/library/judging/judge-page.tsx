import { ClipboardCheck, FileDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { REPORT_FORMATS, type ReportFormat } from '../../../../shared/contract/judging.ts';
import { VERDICTS } from '../../../../shared/judging/reviews.ts';
import { detailText } from '../../../../shared/messages/detail.ts';
import { currentLanguage, useFormat, useT } from '../../../i18n/index.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { type Failure, useActions } from '../../../store/index.ts';
import { Banner, Button, EmptyState, Menu, MenuItem, Spinner, Tabs } from '../../../ui/index.ts';
import { FailedBanner } from '../failed-banner.tsx';
import { PageFrame } from '../page-frame.tsx';
import { Agreements } from './agreements.tsx';
import { JudgeForm } from './judge-form.tsx';
import { QueueList } from './queue-list.tsx';
import { Said } from './said.tsx';
import { SessionPreview } from './session-preview.tsx';
import { type Judging, useJudging } from './use-judging.ts';

/** Sessions to judge, one after the other, and all that was said of any. */
export function JudgePage({ session }: { readonly session: string | undefined }) {
  const t = useT();
  const format = useFormat();
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
  onChoose,
}: {
  readonly judging: Judging;
  readonly session: string | undefined;
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
  if (queue === undefined) {
    return (
      <p className="flex items-center gap-2 p-4 text-ink-soft">
        <Spinner decorative className="size-3.5" />
        {t('judging.loading')}
      </p>
    );
  }
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
          <SessionPreview
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

/** One file over all that was judged. */
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
        <Button disabled={disabled}>
          <FileDown aria-hidden className="size-4" />
          {t('common.report')}
        </Button>
      }
    >
      {REPORT_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => void save(format)}>
          {t(`judging.format.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
