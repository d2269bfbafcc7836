import { Ticket, TicketX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { BookingRecord } from '../../shared/bookings.ts';
import { useT } from '../i18n/index.ts';
import { NEW_DRAFT, useActions, useApp } from '../store/index.ts';
import { Button, Dialog, EmptyState, Spinner } from '../ui/index.ts';
import { BookingRow } from './booking-row.tsx';

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly all: readonly BookingRecord[] };

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="border-line border-b bg-side px-5 py-1.5 font-medium text-ink-soft text-sm">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function Empty({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const { newSession, setDraft } = useActions();
  const fresh = useApp((data) => data.drafts[NEW_DRAFT] ?? '') === '';
  return (
    <EmptyState
      icon={<Ticket />}
      title={t('bookings.empty')}
      description={t('bookings.emptyHint')}
      action={
        <Button
          onClick={() => {
            newSession();
            if (fresh) setDraft(t('bookings.example'));
            onDone();
          }}
        >
          {t('bookings.tryExample')}
        </Button>
      }
    />
  );
}

/** All bookings of all conversations: what is still to come first. */
export function BookingsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const { bookings } = useActions();
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const load = useCallback(async () => {
    setLoaded({ kind: 'loading' });
    const all = await bookings();
    setLoaded(all === undefined ? { kind: 'failed' } : { kind: 'ready', all });
  }, [bookings]);
  useEffect(() => {
    if (open) void load();
  }, [open, load]);
  const rows = (all: readonly BookingRecord[]) =>
    all.map((record) => <BookingRow key={record.booking.reference} record={record} onOpen={onClose} />);
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
      ) : loaded.all.length === 0 ? (
        <Empty onDone={onClose} />
      ) : (
        <>
          {loaded.all.some(({ upcoming }) => upcoming) ? (
            <Group title={t('bookings.upcoming')}>{rows(loaded.all.filter(({ upcoming }) => upcoming))}</Group>
          ) : null}
          {loaded.all.some(({ upcoming }) => !upcoming) ? (
            <Group title={t('bookings.past')}>{rows(loaded.all.filter(({ upcoming }) => !upcoming))}</Group>
          ) : null}
        </>
      )}
    </Dialog>
  );
}
