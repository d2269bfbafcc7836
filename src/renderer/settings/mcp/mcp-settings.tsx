import { useEffect, useState } from 'react';
import type { McpServersView } from '../../../shared/contract/mcp.ts';
import { useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';
import { Section } from '../section.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerRow } from './server-row.tsx';

/** Names no server: their names begin with a letter or a digit. */
const NEW = '+';

/** MCP servers of the app's environment. */
export function McpSettings() {
  const t = useT();
  const { mcp } = useActions();
  const [view, setView] = useState<McpServersView>();
  const [edited, setEdited] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    mcp.follow(setView, stop.signal);
    return () => stop.abort();
  }, [mcp]);
  if (view === undefined) return null;
  const { environment, servers } = view;
  const close = () => setEdited(undefined);
  return (
    <Section>
      <p className="text-pretty text-base text-ink-soft">{t('mcp.hint')}</p>
      {servers.length === 0 ? (
        <p className="rounded-panel border border-line border-dashed px-3 py-3 text-ink-soft text-sm">
          {t('mcp.empty')}
        </p>
      ) : (
        <ul
          aria-label={t('mcp.inEnvironment', { name: environment })}
          className="divide-y divide-line rounded-panel border border-line"
        >
          {servers.map((server) =>
            edited === server.name ? (
              <li key={server.name} className="p-2">
                <ServerForm server={server} names={[]} onClose={close} />
              </li>
            ) : (
              <ServerRow key={server.name} server={server} onEdit={() => setEdited(server.name)} />
            ),
          )}
        </ul>
      )}
      {edited === NEW ? (
        <ServerForm server={undefined} names={servers.map(({ name }) => name)} onClose={close} />
      ) : (
        <Button className="self-start" onClick={() => setEdited(NEW)}>
          {t('mcp.add')}
        </Button>
      )}
    </Section>
  );
}
