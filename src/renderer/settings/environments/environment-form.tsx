import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { type EnvironmentsView, isEnvironmentName } from '../../../shared/environments.ts';
import { useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { Button, Select, TextField } from '../../ui/index.ts';

/** Names no environment: they begin with a letter or a digit. */
const EMPTY = '-';

/** A new one, empty or as another is. What is wrong with its name is said when it is to be made, and as one types from then on. */
export function EnvironmentForm({ view }: { readonly view: EnvironmentsView }) {
  const t = useT();
  const { createEnvironment } = useActions();
  const [name, setName] = useState<string>();
  const [from, setFrom] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  if (name === undefined) {
    return (
      <Button className="self-start" onClick={() => setName('')}>
        {t('settings.environments.new')}
      </Button>
    );
  }
  const close = () => {
    setName(undefined);
    setFrom(EMPTY);
    setTried(false);
  };
  const wanted = name.trim();
  const problem = problemOf(wanted, view);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== undefined) return;
    setBusy(true);
    const made = await createEnvironment(wanted, from === EMPTY ? undefined : from);
    setBusy(false);
    if (made) close();
  };
  // Escape closes only this form; the dialog around it stays.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  };
  return (
    <form
      aria-label={t('settings.environments.new')}
      onSubmit={(event) => void create(event)}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-3"
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('settings.environments.name')}
          autoFocus
          value={name}
          onChange={setName}
          {...(tried && problem !== undefined ? { error: t(`settings.environments.${problem}`) } : {})}
        />
        <Select
          label={t('settings.environments.from')}
          value={from}
          options={[
            { value: EMPTY, label: t('settings.environments.empty') },
            ...view.environments
              .filter(({ folder }) => folder !== null)
              .map((one) => ({ value: one.name, label: one.name })),
          ]}
          onChange={setFrom}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t('settings.environments.create')}
        </Button>
        <Button variant="ghost" onClick={close}>
          {t('settings.environments.cancel')}
        </Button>
      </div>
    </form>
  );
}

function problemOf(name: string, { environments }: EnvironmentsView): 'badName' | 'taken' | undefined {
  if (!isEnvironmentName(name)) return 'badName';
  return environments.some((one) => one.name.toLowerCase() === name.toLowerCase()) ? 'taken' : undefined;
}
