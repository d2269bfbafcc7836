import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { InnerForm, Section, TitledSection, UndoNote, useBusy } from '../../../renderer/shared/section.tsx';
import { useActions, useApp } from '../../../renderer/store/index.ts';
import { Badge, Button, IconButton } from '../../../renderer/ui/index.ts';
import { Select, TextField } from '../../../renderer/ui/on-demand.ts';
import { type EnvironmentsView, isEnvironmentName } from '../../../shared/environments.ts';

/** Folder of the current environment: its files are written by hand, and read again when saved. */
function EnvironmentFolder({ view }: { readonly view: EnvironmentsView }) {
  const t = useT();
  const folder = view.environments.find(({ name }) => name === view.current)?.folder;
  if (folder === undefined || folder === null) return null;
  return (
    <TitledSection title={t('settings.environments.folder')}>
      <p className="select-all break-all rounded-control bg-sunken px-2.5 py-1.5 font-mono text-sm">{folder}</p>
      <p className="text-ink-soft text-sm">{t('settings.environments.folderHint')}</p>
    </TitledSection>
  );
}

/** Names no environment: they begin with a letter or a digit. */
const EMPTY = '-';

/** A new one, empty or as another is. What is wrong with its name is said when it is to be made, and as one types from then on. */
function EnvironmentForm({ view }: { readonly view: EnvironmentsView }) {
  const t = useT();
  const { createEnvironment } = useActions();
  const [name, setName] = useState<string>();
  const [from, setFrom] = useState(EMPTY);
  const [busy, during] = useBusy();
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
  const create = async () => {
    setTried(true);
    if (problem !== undefined) return;
    if (await during(createEnvironment(wanted, from === EMPTY ? undefined : from))) close();
  };
  return (
    <InnerForm label={t('settings.environments.new')} onSubmit={() => void create()} onCancel={close}>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('common.name')}
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
          {t('common.cancel')}
        </Button>
      </div>
    </InnerForm>
  );
}

function problemOf(name: string, { environments }: EnvironmentsView): 'badName' | 'taken' | undefined {
  if (!isEnvironmentName(name)) return 'badName';
  return environments.some((one) => one.name.toLowerCase() === name.toLowerCase()) ? 'taken' : undefined;
}

/** That there is always, with a folder or without. */
const DEFAULT = 'default';

function EnvironmentRows({ view }: { readonly view: EnvironmentsView }) {
  const { t, format } = useText();
  const { switchEnvironment, removeEnvironment, restoreEnvironment } = useActions();
  const [removed, setRemoved] = useState<{ readonly name: string; readonly entry: string }>();
  const remove = async (name: string) => {
    const entry = await removeEnvironment(name);
    if (entry !== undefined) setRemoved({ name, entry });
  };
  const restore = async (entry: string) => {
    if (await restoreEnvironment(entry)) setRemoved(undefined);
  };
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label={t('settings.tab.environments')} className="divide-y divide-line rounded-panel border border-line">
        {view.environments.map(({ name, folder, skills }) => (
          <li key={name} className="flex min-h-11 items-center gap-2 px-3 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 text-base">
                <span className="truncate font-medium">{name}</span>
                {name === view.current ? <Badge tone="accent">{t('settings.environments.current')}</Badge> : null}
              </p>
              <p className="truncate text-ink-soft text-sm" title={folder ?? undefined}>
                {folder === null
                  ? t('settings.environments.noFolder')
                  : t('settings.environments.skills', { count: skills, n: format.number(skills) })}
              </p>
            </div>
            {name === view.current ? null : (
              <>
                <Button
                  size="sm"
                  aria-label={t('settings.environments.switchTo', { name })}
                  onClick={() => void switchEnvironment(name)}
                >
                  {t('settings.environments.switch')}
                </Button>
                {name === DEFAULT ? null : (
                  <IconButton
                    size="sm"
                    label={t('settings.environments.remove', { name })}
                    onClick={() => void remove(name)}
                    icon={Trash2}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {removed === undefined ? null : (
        <UndoNote key={removed.entry} onUndo={() => void restore(removed.entry)}>
          {t('settings.environments.removed', { name: removed.name })}
        </UndoNote>
      )}
    </div>
  );
}

/** Environments, and the folder of the current one. Errors in its files are shown above the chat. */
export function EnvironmentSettings() {
  const t = useT();
  const view = useApp((data) => data.environments);
  if (view === undefined) return null;
  return (
    <Section>
      <p className="text-pretty text-base text-ink-soft">{t('settings.environments.hint')}</p>
      <EnvironmentRows view={view} />
      <EnvironmentForm view={view} />
      <EnvironmentFolder view={view} />
    </Section>
  );
}
