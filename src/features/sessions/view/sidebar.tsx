import { Library, MessagesSquare, Search, SearchX, SquarePen, Ticket } from 'lucide-react';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { useActions, useApp } from '../../../renderer/store/index.ts';
import { Button, EmptyState, SearchField, VisuallyHidden, Waiting } from '../../../renderer/ui/index.ts';
import { SessionList, titlesWith } from './session-list.tsx';

/** The conversations. `onDone` is called when one was opened or deleted: a drawer closes then, as it covers the undo. */
export const Sidebar = memo(function Sidebar({ onDone }: { readonly onDone?: () => void }) {
  const { t, format } = useText();
  const { newSession, library } = useActions();
  const sessions = useApp((data) => data.sessions);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const found = useMemo(() => sessions && titlesWith(sessions, wanted), [sessions, wanted]);
  const places = [
    { icon: SquarePen, label: t('common.newConversation'), go: () => newSession() },
    { icon: Ticket, label: t('bookings.open'), go: () => library.show({ page: 'trips' }), variant: 'ghost' },
    { icon: Library, label: t('library.title'), go: () => library.show({ page: 'list' }), variant: 'ghost' },
  ] as const;

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-2 px-3 pt-3 pb-2">
        {places.map(({ icon, label, go, ...looks }) => (
          <Button
            key={label}
            icon={icon}
            className="justify-start"
            onClick={() => {
              go();
              onDone?.();
            }}
            {...looks}
          >
            {label}
          </Button>
        ))}
        {sessions !== undefined && sessions.length > 0 ? (
          <div className="relative">
            <SearchField
              label={t('sessions.search')}
              hideLabel
              type="search"
              icon={<Search aria-hidden />}
              placeholder={t('sessions.search')}
              value={search}
              onChange={setSearch}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || event.nativeEvent.isComposing || search === '') return;
                event.stopPropagation();
                setSearch('');
              }}
            />
          </div>
        ) : null}
      </div>
      <div role="status">
        {wanted === '' || found === undefined ? null : (
          <VisuallyHidden>
            {t('sessions.found', { count: found.length, n: format.number(found.length) })}
          </VisuallyHidden>
        )}
      </div>
      {found === undefined ? (
        <Waiting className="px-5 py-3 text-sm">{t('sessions.loading')}</Waiting>
      ) : found.length > 0 ? (
        <SessionList sessions={found} onDone={onDone} />
      ) : wanted === '' ? (
        <EmptyState
          icon={<MessagesSquare />}
          title={t('common.noConversations')}
          description={t('sessions.empty.description')}
        />
      ) : (
        <EmptyState
          icon={<SearchX />}
          title={t('sessions.noMatch.title')}
          description={t('sessions.noMatch.description', { search: wanted })}
        />
      )}
    </div>
  );
});
