import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { McpServerView } from '../../../shared/contract/mcp.ts';
import { isHttp } from '../../../shared/mcp.ts';
import type { ServerState } from '../../../shared/mcp-faults.ts';
import { faultWords } from '../../../shared/tool-server-words.ts';
import { useT } from '../../i18n/index.ts';
import { VisibleText } from '../../shared/visible-text-view.tsx';
import { useActions } from '../../store/index.ts';
import { AlertDialog, Badge, Button, Collapsible, IconButton, ScrollArea, Switch, type Tone } from '../../ui/index.ts';
import { ServerTools } from './server-tools.tsx';

const TONES: Readonly<Record<ServerState, Tone>> = {
  off: 'neutral',
  idle: 'neutral',
  connecting: 'warning',
  ready: 'success',
  restarting: 'warning',
  failed: 'danger',
};

const addressOf = ({ definition }: McpServerView): string => {
  if (definition === undefined) return '';
  return isHttp(definition) ? definition.url : [definition.command, ...(definition.args ?? [])].join(' ');
};

/** One server: its state, its switch, and what can be done with it. */
export function ServerRow({ server, onEdit }: { readonly server: McpServerView; readonly onEdit: () => void }) {
  const t = useT();
  const { mcp } = useActions();
  const [testing, setTesting] = useState(false);
  const [said, setSaid] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { name, source, state, fault, definition, on, tools } = server;
  const usable = definition !== undefined;
  const test = async () => {
    setTesting(true);
    setSaid(undefined);
    const tested = await mcp.test(name);
    setTesting(false);
    if (tested?.info !== undefined) setSaid(t('mcp.tested', { name, count: tested.tools.length }));
  };
  return (
    <li className="flex flex-col gap-2 px-3 py-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 text-base">
            <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
            <Badge tone={TONES[state]}>{t(`mcp.state.${state}`)}</Badge>
            {source === 'environment' ? null : <Badge>{t(`mcp.source.${source}`)}</Badge>}
          </p>
          <p className="truncate font-mono text-ink-soft text-sm" title={addressOf(server)}>
            <VisibleText text={addressOf(server)} />
          </p>
        </div>
        <Button
          size="sm"
          busy={testing}
          disabled={!usable}
          aria-label={t('mcp.testOf', { name })}
          onClick={() => void test()}
        >
          {t('mcp.test')}
        </Button>
        {source === 'project' ? null : (
          <>
            <IconButton size="sm" label={t('mcp.editOf', { name })} onClick={onEdit}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton size="sm" label={t('mcp.removeOf', { name })} onClick={() => setAsking(true)}>
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {fault === undefined ? null : (
        <p className="text-danger text-sm [overflow-wrap:anywhere]">
          <VisibleText text={faultWords(t, fault)} />
        </p>
      )}
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {testing ? t('common.testing') : fault === undefined ? said : undefined}
      </p>
      {usable ? (
        <Switch
          label={t('mcp.onOf', { name })}
          checked={on !== false}
          onChange={(next) => void mcp.turn(name, next)}
          {...(tools.length === 0
            ? {}
            : { description: t('mcp.tools', { count: tools.filter((tool) => tool.on).length, of: tools.length }) })}
        />
      ) : null}
      <ServerDetails server={server} />
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('mcp.removeTitle', { name })}
        description={t('mcp.removeText')}
        confirmLabel={t('common.remove')}
        cancelLabel={t('common.cancel')}
        danger
        onConfirm={() => void mcp.remove(name)}
      />
    </li>
  );
}

function ServerDetails({ server }: { readonly server: McpServerView }) {
  const t = useT();
  const { mcp } = useActions();
  const [open, setOpen] = useState(false);
  const [log, setLog] = useState<string>();
  const { name, tools, definition, sandbox } = server;
  const show = (next: boolean) => {
    setOpen(next);
    if (next) void mcp.log(name).then(setLog);
  };
  const where =
    definition === undefined
      ? undefined
      : isHttp(definition)
        ? t('mcp.at', { host: new URL(definition.url).host })
        : sandbox === undefined
          ? undefined
          : t(sandbox === 'none' ? 'mcp.unsandboxed' : 'mcp.sandboxed');
  return (
    <Collapsible
      open={open}
      onOpenChange={show}
      summary={t('mcp.detailsOf', { name })}
      triggerClassName="py-0.5 text-ink-soft text-sm hover:text-ink"
    >
      <div className="flex flex-col gap-3 pt-2">
        {where === undefined ? null : <p className="text-ink-soft text-sm">{where}</p>}
        {tools.length === 0 ? null : <ServerTools server={server} />}
        {definition === undefined || isHttp(definition) ? null : (
          <figure>
            <figcaption className="mb-1 text-ink-soft text-sm">{t('mcp.log')}</figcaption>
            <ScrollArea
              label={t('mcp.log')}
              className="flex max-h-40 flex-col rounded-control border border-line bg-side"
            >
              <pre className="whitespace-pre-wrap px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
                {log === undefined || log === '' ? t('mcp.logEmpty') : <VisibleText text={log} />}
              </pre>
            </ScrollArea>
          </figure>
        )}
      </div>
    </Collapsible>
  );
}
