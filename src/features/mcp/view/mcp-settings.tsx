import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { Section } from '../../../renderer/shared/section.tsx';
import { VisibleText, visiblePieces } from '../../../renderer/shared/words.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { Badge, Button, IconButton, SCROLLED_BY_KEYS, type Tone } from '../../../renderer/ui/index.ts';
import { AlertDialog, Collapsible, Switch } from '../../../renderer/ui/on-demand.ts';
import { isHttp, wordsOf } from '../../../shared/mcp.ts';
import type { ServerState } from '../../../shared/mcp-faults.ts';
import { faultWords, leftOutLines } from '../../../shared/messages/describe-event.ts';
import type { McpServersView, McpServerView } from '../contract.ts';
import { ServerForm } from './server-form.tsx';

/** Characters of a description that usually say what a tool is for. */
const EXCERPT = 160;

/** Others wrote it: on one line, with what is invisible shown. */
const plain = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const shown = line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line;
  return visiblePieces(shown)
    .map((piece) => (piece.hidden ? `⟨${piece.text}⟩` : piece.text))
    .join('');
};

/** A switch and the cost of each tool. */
function ServerTools({ server }: { readonly server: McpServerView }) {
  const t = useT();
  const format = useFormat();
  const { mcp } = useActions();
  const { name, tools } = server;
  const turn = (tool: string, on: boolean) => {
    const left = tools.filter((one) => (one.name === tool ? on : one.on)).map((one) => one.name);
    return mcp.turn(name, left.length === tools.length ? true : left.length === 0 ? false : left);
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-pretty text-ink-soft text-sm">{t('mcp.toolsHint')}</p>
      <ul className="flex flex-col gap-2">
        {tools.map((tool) => {
          const { readOnly, destructive } = tool.hints;
          const claims = readOnly ? t('mcp.readOnly') : destructive ? t('mcp.destructive') : undefined;
          const about = [t('mcp.tokens', { n: format.number(tool.tokens) }), claims, plain(tool.description)];
          return (
            <li key={tool.name}>
              <Switch
                label={plain(tool.name)}
                description={about.filter((one) => one !== undefined && one !== '').join(' · ')}
                checked={tool.on}
                onChange={(on) => void turn(tool.name, on)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const TONES: Readonly<Record<ServerState, Tone>> = {
  off: 'neutral',
  idle: 'neutral',
  connecting: 'warning',
  ready: 'success',
  restarting: 'warning',
  failed: 'danger',
};

/** One server: its state, its switch, and what can be done with it. */
function ServerRow({ server, onEdit }: { readonly server: McpServerView; readonly onEdit: () => void }) {
  const t = useT();
  const { mcp } = useActions();
  const [testing, setTesting] = useState(false);
  const [said, setSaid] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { name, source, state, fault, definition, on, tools } = server;
  const usable = definition !== undefined;
  const place = wordsOf(definition).join(' ');
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
          <p className="truncate font-mono text-ink-soft text-sm" title={place}>
            <VisibleText text={place} />
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
      <SignIn server={server} />
      {leftOutLines(t, server).map((line) => (
        <p key={line} className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          <VisibleText text={line} />
        </p>
      ))}
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

/** Signing in to a server by its address that asks for it, and out again. */
function SignIn({ server }: { readonly server: McpServerView }) {
  const t = useT();
  const { mcp } = useActions();
  const [page, setPage] = useState<string>();
  const [busy, setBusy] = useState<AbortController>();
  const { name, signedIn, fault } = server;
  useEffect(() => () => busy?.abort(), [busy]);
  const start = async () => {
    const stop = new AbortController();
    setBusy(stop);
    const onPage = (url: string) => {
      setPage(url);
      window.open(url, '_blank', 'noopener');
    };
    const isDone = await mcp.signIn(name, onPage, stop.signal);
    setBusy(undefined);
    setPage(undefined);
    if (isDone) await mcp.test(name);
  };
  if (fault?.code !== 'sign-in')
    return signedIn ? (
      <Button
        size="sm"
        className="self-start"
        aria-label={t('mcp.signIn.outOf', { name })}
        onClick={() => void mcp.signOut(name)}
      >
        {t('mcp.signIn.out')}
      </Button>
    ) : null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <Button
        size="sm"
        busy={busy !== undefined}
        aria-label={t('mcp.signIn.of', { name })}
        onClick={() => void start()}
      >
        {t('mcp.signIn.do')}
      </Button>
      {page === undefined ? null : (
        <a className="text-accent-ink underline" href={page} target="_blank" rel="noreferrer">
          {t('mcp.signIn.open')}
        </a>
      )}
    </div>
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
            <pre
              {...SCROLLED_BY_KEYS}
              className="max-h-40 overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-side px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]"
            >
              {log === undefined || log === '' ? t('mcp.logEmpty') : <VisibleText text={log} />}
            </pre>
          </figure>
        )}
      </div>
    </Collapsible>
  );
}

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
