import { type FormEvent, useState } from 'react';
import type { RepositorySynced } from '../../../../shared/contract/repositories.ts';
import { useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import type { Tried } from '../../../store/app/failures.ts';
import { type Failure, useActions } from '../../../store/index.ts';
import { Button, Collapsible, TextField } from '../../../ui/index.ts';

const EMPTY = { address: '', ref: '', path: '', password: '' };
/** Kinds that sign in with their own password; Git has its credentials. */
const SIGNS_IN = /^(?:oci|postgres|postgresql|mysql|mariadb|nacos):\/\//i;

/** Adds a repository and looks at once what it has. */
export function AddRepository({
  onSynced,
}: {
  readonly onSynced: (name: string, outcome: Tried<RepositorySynced>) => void;
}) {
  const t = useT();
  const { repositories } = useActions();
  const [form, setForm] = useState(EMPTY);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const set = (field: keyof typeof EMPTY) => (value: string) => setForm((before) => ({ ...before, [field]: value }));
  const address = form.address.trim();
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const [ref, path] = [form.ref.trim(), form.path.trim()];
    const repository = { address, ...(ref === '' ? {} : { ref }), ...(path === '' ? {} : { path }) };
    const added = await repositories.add(repository, SIGNS_IN.test(address) ? form.password : '');
    if (added.ok) {
      setForm(EMPTY);
      onSynced(added.value.name, await repositories.sync(added.value.name));
    } else setFailure(added.failure);
    setBusy(false);
  };
  return (
    <form aria-label={t('repositories.add')} onSubmit={(event) => void add(event)} className="flex flex-col gap-3">
      <TextField
        label={t('author.import.address')}
        description={t('repositories.addressHint')}
        placeholder="https://github.com/anthropics/skills"
        spellCheck={false}
        value={form.address}
        onChange={set('address')}
      />
      {SIGNS_IN.test(address) ? (
        <TextField
          label={t('repositories.password')}
          description={t('repositories.passwordHint')}
          type="password"
          autoComplete="off"
          value={form.password}
          onChange={set('password')}
        />
      ) : (
        <Collapsible summary={t('repositories.more')} triggerClassName="py-0.5 text-sm">
          <div className="grid grid-cols-1 gap-3 pt-2 sm:grid-cols-2">
            <TextField label={t('repositories.ref')} spellCheck={false} value={form.ref} onChange={set('ref')} />
            <TextField label={t('repositories.path')} spellCheck={false} value={form.path} onChange={set('path')} />
          </div>
        </Collapsible>
      )}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      <Button type="submit" className="self-start" busy={busy} disabled={address === ''}>
        {t('repositories.add')}
      </Button>
    </form>
  );
}
