import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useActions, useSettings } from '../../store/index.ts';
import { Button, IconButton, TextField } from '../../ui/index.ts';

function Rules({ kind }: { readonly kind: 'allow' | 'deny' }) {
  const t = useT();
  const { commands } = useSettings();
  const { setSettings } = useActions();
  const [text, setText] = useState('');
  const rules = commands[kind];
  const set = (next: readonly string[]) => setSettings({ commands: { ...commands, [kind]: [...next] } });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const rule = text.trim().replaceAll(/\s+/g, ' ');
    if (rule === '') return;
    if (rules.includes(rule) || (await set([...rules, rule]))) setText('');
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-sm">{t(`settings.commands.${kind}`)}</p>
      {rules.length === 0 ? null : (
        <ul aria-label={t(`settings.commands.${kind}`)} className="flex flex-wrap gap-1.5">
          {rules.map((rule) => (
            <li
              key={rule}
              className="flex items-center gap-1 rounded-control border border-line bg-side py-0.5 pr-0.5 pl-2 font-mono text-sm [overflow-wrap:anywhere]"
            >
              {rule}
              <IconButton
                size="sm"
                label={t('settings.commands.remove', { rule })}
                onClick={() => void set(rules.filter((other) => other !== rule))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void add(event)} className="flex items-end gap-2">
        <TextField
          label={t(`settings.commands.${kind}Add`)}
          hideLabel
          className="flex-1"
          inputClassName="font-mono"
          placeholder={t(`settings.commands.${kind}Example`)}
          maxLength={200}
          spellCheck={false}
          value={text}
          onChange={setText}
        />
        <Button type="submit" disabled={text.trim() === ''} aria-label={t(`settings.commands.${kind}Add`)}>
          {t('settings.commands.add')}
        </Button>
      </form>
    </div>
  );
}

/** Programs that run without approval, and programs that never run. */
export function CommandRules() {
  const t = useT();
  return (
    <section aria-labelledby="rules-title" className="flex flex-col gap-3">
      <div>
        <h3 id="rules-title" className="font-medium text-base">
          {t('settings.commands.title')}
        </h3>
        <p className="text-pretty text-ink-soft text-sm">{t('settings.commands.hint')}</p>
      </div>
      <Rules kind="allow" />
      <Rules kind="deny" />
    </section>
  );
}
