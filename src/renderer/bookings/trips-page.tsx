import { Ticket, TicketX, X } from 'lucide-react';
import { type CardText, textIn } from '../../shared/cards/plain-card.ts';
import type { CardRecordView, RecordGroup } from '../../shared/cards/records.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { NextTrip } from '../cards/records/next-trip.tsx';
import { UnreadableRecords } from '../cards/records/unreadable-records.tsx';
import { useMinute } from '../cards/records/use-minute.ts';
import { nextRecord, useRecords } from '../cards/records/use-records.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { NEW_DRAFT, useActions, useApp } from '../store/index.ts';
import { Button, EmptyState, IconButton, Spinner } from '../ui/index.ts';
import { AllowReminders } from './allow-reminders.tsx';
import { TripCard } from './trip-card.tsx';

const isOver = (record: CardRecordView): boolean => parseCard(record.card)?.plain().over === true;

/** Upcoming, past and cancelled are three different questions. */
const SECTIONS = [
  ['upcoming', (record: CardRecordView) => record.upcoming],
  ['past', (record: CardRecordView) => !record.upcoming && !isOver(record)],
  ['cancelled', (record: CardRecordView) => !record.upcoming && isOver(record)],
] as const;

function Empty({ example }: { readonly example: CardText | undefined }) {
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
            }}
          >
            {t('bookings.tryExample')}
          </Button>
        )
      }
    />
  );
}

/** Records of one skill. */
function Records({
  group: { title, records },
  isOnly,
  now,
}: {
  readonly group: RecordGroup;
  readonly isOnly: boolean;
  readonly now: number;
}) {
  const t = useT();
  const language = useLanguage();
  return (
    <>
      {isOnly ? null : <h2 className="font-semibold text-lg">{textIn(title, language)}</h2>}
      {SECTIONS.map(([name, belongs]) => {
        const some = records.filter(belongs);
        if (some.length === 0) return null;
        return (
          <section key={name} aria-label={t(`bookings.${name}`)} className="space-y-3">
            <h3 className="font-medium text-ink-soft">{t(`bookings.${name}`)}</h3>
            {some.map((record) => {
              const card = parseCard(record.card);
              return card === undefined ? null : <TripCard key={record.key} record={record} card={card} now={now} />;
            })}
          </section>
        );
      })}
    </>
  );
}

/** Everything that was booked, in all conversations. */
export function TripsPage() {
  const t = useT();
  const { library } = useActions();
  const { loaded, again } = useRecords();
  const now = useMinute();
  const held = loaded.kind === 'ready' ? loaded.groups.filter((group) => group.records.length > 0) : [];
  const next = nextRecord(held);
  const unreadable = loaded.kind === 'ready' ? loaded.groups.flatMap((group) => group.unreadable ?? []) : [];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-line border-b px-4 py-2">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-lg">{t('bookings.title')}</h2>
        <IconButton label={t('library.back')} keys={['Esc']} onClick={() => library.show(undefined)}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-3xl space-y-6 px-4 py-6">
          <UnreadableRecords files={unreadable} />
          {loaded.kind === 'loading' ? (
            <p className="flex items-center gap-2 py-8 text-ink-soft">
              <Spinner decorative className="size-4" />
              {t('bookings.loading')}
            </p>
          ) : loaded.kind === 'failed' ? (
            <EmptyState
              icon={<TicketX />}
              title={t('bookings.failed')}
              action={<Button onClick={again}>{t('bookings.again')}</Button>}
            />
          ) : held.length === 0 ? (
            unreadable.length > 0 ? null : (
              <Empty example={loaded.groups.find(({ example }) => example !== undefined)?.example} />
            )
          ) : (
            <>
              {next === undefined ? null : <NextTrip record={next} now={now} />}
              {next === undefined ? null : <AllowReminders />}
              {held.map((group) => (
                <Records key={group.skill} group={group} isOnly={held.length === 1} now={now} />
              ))}
            </>
          )}
        </div>
      </div>
    </div>
  );
}
