import { useState } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { InnerForm, useBusy } from '../../../renderer/shared/section.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { Collapsible, Select, Switch, TextField } from '../../../renderer/ui/on-demand.ts';
import { defined } from '../../../shared/defined.ts';
import type { McpServerView } from '../contract.ts';
import { type ServerForm as FormData, formOf, NEW_SERVER, readForm, storedNames } from './server-form-data.ts';

/** A new server, or one that is changed. What is wrong is said when it is to be saved, and as one types from then on. */
export function ServerForm({
  server,
  names,
  onClose,
}: {
  readonly server: McpServerView | undefined;
  readonly names: readonly string[];
  readonly onClose: () => void;
}) {
  const t = useT();
  const { mcp } = useActions();
  const [form, setForm] = useState<FormData>(() => (server === undefined ? NEW_SERVER : formOf(server)));
  const [busy, during] = useBusy();
  const [tried, setTried] = useState(false);
  const set = <K extends keyof FormData>(field: K) => {
    return (value: FormData[K]) => setForm((before) => ({ ...before, [field]: value }));
  };
  const { name, definition, faults } = readForm(form, names, server?.definition);
  const said = tried ? faults : {};
  const stored = storedNames(server?.definition);
  const isStdio = form.kind === 'stdio';
  const title = server === undefined ? t('mcp.form.add') : t('mcp.editOf', { name: server.name });

  const save = async () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    const clientSecret = isStdio || form.clientId.trim() === '' ? undefined : form.clientSecret.trim() || undefined;
    const given = { name, definition, isNew: server === undefined, ...defined({ clientSecret }) };
    if (await during(mcp.save(given))) onClose();
  };
  return (
    <InnerForm label={title} onSubmit={() => void save()} onCancel={onClose}>
      <h3 className="font-medium text-base">{title}</h3>
      <div className="grid grid-cols-2 gap-3">
        {server === undefined ? (
          <TextField
            label={t('common.name')}
            description={t('mcp.form.nameHint')}
            autoFocus
            value={form.name}
            onChange={set('name')}
            {...(said.name === undefined ? {} : { error: t(`mcp.form.${said.name}`, { name }) })}
          />
        ) : null}
        <Select
          label={t('mcp.form.kind')}
          value={form.kind}
          options={(['stdio', 'http'] as const).map((kind) => ({ value: kind, label: t(`mcp.form.${kind}`) }))}
          onChange={set('kind')}
        />
      </div>
      {isStdio ? (
        <TextField
          label={t('mcp.form.command')}
          description={t('mcp.form.commandHint')}
          inputClassName="font-mono text-sm"
          value={form.command}
          onChange={set('command')}
          {...(said.command === undefined ? {} : { error: t('mcp.form.needsCommand') })}
        />
      ) : (
        <TextField
          label={t('mcp.form.url')}
          inputClassName="font-mono text-sm"
          value={form.url}
          onChange={set('url')}
          {...(said.url === undefined ? {} : { error: t('mcp.form.needsUrl') })}
        />
      )}
      <TextField
        label={t(isStdio ? 'mcp.form.env' : 'mcp.form.headers')}
        description={
          <>
            {t(isStdio ? 'mcp.form.pairsHint' : 'mcp.form.headersHint')}
            {stored.length === 0 ? null : <> {t('mcp.form.stored', { names: stored.join(', ') })}</>}
          </>
        }
        inputClassName="font-mono text-sm"
        rows={2}
        spellCheck={false}
        value={form.pairs}
        onChange={set('pairs')}
        {...(said.pairs === undefined
          ? {}
          : { error: t(isStdio ? 'mcp.form.badLine' : 'mcp.form.badHeader', { line: said.pairs }) })}
      />
      {isStdio ? <Reach form={form} set={set} /> : <Client form={form} set={set} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t('common.save')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </InnerForm>
  );
}

interface FieldsProps {
  readonly form: FormData;
  readonly set: <K extends keyof FormData>(field: K) => (value: FormData[K]) => void;
}

/** The client as which the server's sign-in knows Skilldeck, if it registers no programs. */
function Client({ form, set }: FieldsProps) {
  const t = useT();
  return (
    <Collapsible defaultOpen={form.clientId !== ''} summary={t('mcp.form.client')} triggerClassName="py-0.5 text-base">
      <div className="flex flex-col gap-3 pt-2">
        <p className="text-pretty text-ink-soft text-sm">{t('mcp.form.clientHint')}</p>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t('mcp.form.clientId')}
            inputClassName="font-mono text-sm"
            value={form.clientId}
            onChange={set('clientId')}
          />
          <TextField
            label={t('mcp.form.clientSecret')}
            description={t('mcp.form.clientSecretHint')}
            type="password"
            autoComplete="off"
            value={form.clientSecret}
            onChange={set('clientSecret')}
          />
        </div>
      </div>
    </Collapsible>
  );
}

/** Access of the program beyond its own folder. */
function Reach({ form, set }: FieldsProps) {
  const t = useT();
  const isNamed = [form.cwd, form.hosts, form.reads, form.writes].join('') !== '' || !form.sandbox;
  return (
    <Collapsible defaultOpen={isNamed} summary={t('mcp.form.reach')} triggerClassName="py-0.5 text-base">
      <div className="flex flex-col gap-3 pt-2">
        <p className="text-pretty text-ink-soft text-sm">{t('mcp.form.reachHint')}</p>
        <TextField
          label={t('mcp.form.hosts')}
          description={t('mcp.form.hostsHint')}
          inputClassName="font-mono text-sm"
          value={form.hosts}
          onChange={set('hosts')}
        />
        <div className="grid grid-cols-2 gap-3">
          {(['reads', 'writes'] as const).map((field) => (
            <TextField
              key={field}
              label={t(`mcp.form.${field}`)}
              description={t('mcp.form.foldersHint')}
              inputClassName="font-mono text-sm"
              rows={2}
              spellCheck={false}
              value={form[field]}
              onChange={set(field)}
            />
          ))}
        </div>
        <TextField
          label={t('mcp.form.cwd')}
          inputClassName="font-mono text-sm"
          value={form.cwd}
          onChange={set('cwd')}
        />
        <Switch
          label={t('mcp.form.sandbox')}
          checked={form.sandbox}
          onChange={set('sandbox')}
          {...(form.sandbox ? {} : { description: t('mcp.form.sandboxOff') })}
        />
      </div>
    </Collapsible>
  );
}
