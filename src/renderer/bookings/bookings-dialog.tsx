import { Ticket, TicketX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type CardText, textIn } from '../../shared/cards/plain-card.ts';
import type { CardRecordView, RecordGroup } from '../../shared/cards/records.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { NEW_DRAFT, useActions, useApp } from '../store/index.ts';
import { Button, Dialog, EmptyState, Spinner } from '../ui/index.ts';
import { BookingRow } from './booking-row.tsx';

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly groups: readonly RecordGroup[] };

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="border-line border-b bg-side px-5 py-1.5 font-medium text-ink-soft text-sm">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function Empty({ example, onDone }: { readonly example: CardText | undefined; readonly onDone: () => void }) {
  const t = useT();
  const language = useLanguage();
  const { newSession, setDraft } = useActions();
  const fresh = useApp((data) => data.drafts[NEW_DRAFT] ?? '') === '';
  return (
    <EmptyState
      icon={<Ticket />}
      title={t('bookings.empty')}
      description={t('bookings.emptyHint')}
      action={
        example === undefined ? undefined : (
          <Button
            onClick={() => {
              newSession();
              if (fresh) setDraft(textIn(example, language));
              onDone();
            }}
          >
            {t('bookings.tryExample')}
          </Button>
        )
      }
    />
  );
}

/** What one skill keeps: upcoming first. */
function Records({
  group: { title, records },
  isOnly,
  onOpen,
}: {
  readonly group: RecordGroup;
  readonly isOnly: boolean;
  readonly onOpen: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const rows = (some: readonly CardRecordView[]) =>
    some.map((record) => {
      const card = parseCard(record.card);
      return card === undefined ? null : <BookingRow key={record.key} record={record} card={card} onOpen={onOpen} />;
    });
  const [upcoming, past] = [records.filter((one) => one.upcoming), records.filter((one) => !one.upcoming)];
  return (
    <>
      {isOnly ? null : <h3 className="px-5 pt-4 pb-2 font-semibold">{textIn(title, language)}</h3>}
      {upcoming.length === 0 ? null : <Group title={t('bookings.upcoming')}>{rows(upcoming)}</Group>}
      {past.length === 0 ? null : <Group title={t('bookings.past')}>{rows(past)}</Group>}
    </>
  );
}

/** All records of all skills and conversations. */
export function BookingsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const { records } = useActions();
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const load = useCallback(async () => {
    setLoaded({ kind: 'loading' });
    const groups = await records();
    setLoaded(groups === undefined ? { kind: 'failed' } : { kind: 'ready', groups });
  }, [records]);
  useEffect(() => {
    if (open) void load();
  }, [open, load]);
  const held = loaded.kind === 'ready' ? loaded.groups.filter((group) => group.records.length > 0) : [];
  return (
    <Dialog
      growing
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t('bookings.title')}
      description={t('bookings.description')}
      size="lg"
      flush
    >
      {loaded.kind === 'loading' ? (
        <p className="flex items-center gap-2 px-5 py-8 text-ink-soft">
          <Spinner decorative className="size-4" />
          {t('bookings.loading')}
        </p>
      ) : loaded.kind === 'failed' ? (
        <EmptyState
          icon={<TicketX />}
          title={t('bookings.failed')}
          action={<Button onClick={() => void load()}>{t('bookings.again')}</Button>}
        />
      ) : held.length === 0 ? (
        <Empty example={loaded.groups.find(({ example }) => example !== undefined)?.example} onDone={onClose} />
      ) : (
        held.map((group) => <Records key={group.skill} group={group} isOnly={held.length === 1} onOpen={onClose} />)
      )}
    </Dialog>
  );
}
