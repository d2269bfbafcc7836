import { useState } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { InnerForm, useBusy } from '../../../renderer/shared/section.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { Collapsible, Select, Switch, TextField, type TextFieldProps } from '../../../renderer/ui/on-demand.ts';
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
  const fields = { form, set };
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
          <Field
            {...fields}
            field="name"
            label={t('common.name')}
            description={t('mcp.form.nameHint')}
            autoFocus
            inputClassName={undefined}
            error={said.name && t(`mcp.form.${said.name}`, { name })}
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
        <Field
          {...fields}
          field="command"
          description={t('mcp.form.commandHint')}
          error={said.command && t('mcp.form.needsCommand')}
        />
      ) : (
        <Field {...fields} field="url" error={said.url && t('mcp.form.needsUrl')} />
      )}
      <Field
        {...fields}
        field="pairs"
        label={t(isStdio ? 'mcp.form.env' : 'mcp.form.headers')}
        description={
          <>
            {t(isStdio ? 'mcp.form.pairsHint' : 'mcp.form.headersHint')}
            {stored.length === 0 ? null : <> {t('mcp.form.stored', { names: stored.join(', ') })}</>}
          </>
        }
        rows={2}
        error={said.pairs && t(isStdio ? 'mcp.form.badLine' : 'mcp.form.badHeader', { line: said.pairs })}
      />
      {isStdio ? <Reach {...fields} /> : <Client {...fields} />}
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

/** One text of the form. */
function Field({
  form,
  set,
  field,
  ...props
}: FieldsProps &
  Partial<Omit<TextFieldProps, 'form'>> & { readonly field: Exclude<keyof FormData, 'kind' | 'sandbox'> }) {
  const t = useT();
  const label = field === 'name' || field === 'pairs' ? '' : t(`mcp.form.${field}`);
  return (
    <TextField
      label={label}
      inputClassName="font-mono text-sm"
      spellCheck={false}
      value={form[field]}
      onChange={set(field)}
      {...props}
    />
  );
}

/** The client as which the server's sign-in knows Skilldeck, if it registers no programs. */
function Client(fields: FieldsProps) {
  const t = useT();
  const { form } = fields;
  return (
    <Collapsible defaultOpen={form.clientId !== ''} summary={t('mcp.form.client')} triggerClassName="py-0.5 text-base">
      <div className="flex flex-col gap-3 pt-2">
        <p className="text-pretty text-ink-soft text-sm">{t('mcp.form.clientHint')}</p>
        <div className="grid grid-cols-2 gap-3">
          <Field {...fields} field="clientId" />
          <Field
            {...fields}
            field="clientSecret"
            description={t('mcp.form.clientSecretHint')}
            type="password"
            autoComplete="off"
          />
        </div>
      </div>
    </Collapsible>
  );
}

/** Access of the program beyond its own folder. */
function Reach(fields: FieldsProps) {
  const t = useT();
  const { form, set } = fields;
  const isNamed = [form.cwd, form.hosts, form.reads, form.writes].join('') !== '' || !form.sandbox;
  return (
    <Collapsible defaultOpen={isNamed} summary={t('mcp.form.reach')} triggerClassName="py-0.5 text-base">
      <div className="flex flex-col gap-3 pt-2">
        <p className="text-pretty text-ink-soft text-sm">{t('mcp.form.reachHint')}</p>
        <Field {...fields} field="hosts" description={t('mcp.form.hostsHint')} />
        <div className="grid grid-cols-2 gap-3">
          {(['reads', 'writes'] as const).map((field) => (
            <Field {...fields} key={field} field={field} description={t('mcp.form.foldersHint')} rows={2} />
          ))}
        </div>
        <Field {...fields} field="cwd" />
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
