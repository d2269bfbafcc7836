import { useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { saveFile } from '../../../../renderer/shared/save-file.ts';
import { useActions } from '../../../../renderer/store/index.ts';
import { cn, notify } from '../../../../renderer/ui/index.ts';
import { Switch } from '../../../../renderer/ui/on-demand.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../../shared/review.ts';
import { LeavingDialog, type Redacting } from './redaction.tsx';

/** Exports one or more conversations as files: format and redaction. */
export function ExportDialog({
  sessions,
  onClose,
}: {
  readonly sessions: readonly string[];
  readonly onClose: () => void;
}) {
  const { t, format, language } = useText();
  const { library } = useActions();
  const [form, setForm] = useState<ExportFormat>('md');
  const [reasoning, setReasoning] = useState(false);
  const [sign, setSign] = useState(false);
  const count = sessions.length;
  const n = format.number(count);

  const save = async (redacting: Redacting) => {
    let replaced = 0;
    let last = '';
    let brokenAt: number | undefined;
    for (const session of sessions) {
      const made = await library.exportFile(session, { format: form, reasoning, sign, language, ...redacting });
      if (!made.ok) return made.failure;
      saveFile(made.value.fileName, made.value.content);
      last = made.value.fileName;
      brokenAt ??= made.value.brokenAt;
      replaced += made.value.redacted?.total ?? 0;
    }
    const saved = count === 1 ? t('library.export.saved', { name: last }) : t('library.export.savedMany', { count, n });
    const told =
      replaced === 0
        ? t('library.export.whole')
        : t('library.export.replaced', { count: replaced, n: format.number(replaced) });
    const altered = brokenAt === undefined ? '' : ` ${t('evidence.broken', { n: format.number(brokenAt) })}`;
    notify.done(`${saved} ${told}${altered}`);
    return undefined;
  };

  return (
    <LeavingDialog
      sessions={sessions}
      title={count === 1 ? t('library.export.title') : t('library.export.titleMany', { count, n })}
      action={count === 1 ? t('library.export.save') : t('library.export.saveMany', { count, n })}
      hint={form === 'jsonl' ? t('library.export.verifyHint') : undefined}
      onSend={save}
      onClose={onClose}
    >
      <Formats value={form} onChange={setForm} />
      {form === 'jsonl' ? (
        <Switch
          label={t('library.export.sign')}
          description={t('library.export.signHint')}
          checked={sign}
          onChange={setSign}
        />
      ) : (
        <Switch
          label={t('library.export.reasoning')}
          description={t('library.export.reasoningHint')}
          checked={reasoning}
          onChange={setReasoning}
        />
      )}
    </LeavingDialog>
  );
}

function Formats({
  value,
  onChange,
}: {
  readonly value: ExportFormat;
  readonly onChange: (value: ExportFormat) => void;
}) {
  const t = useT();
  return (
    <fieldset>
      <legend className="pb-1 font-medium text-base">{t('library.export.format')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {FORMATS.map((form) => (
          <label
            key={form}
            className={cn(
              'flex items-start gap-2 rounded-panel border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              value === form ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="format"
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={value === form}
              onChange={() => onChange(form)}
            />
            <span className="min-w-0">
              <span className="block font-medium">{t(`library.export.formats.${form}`)}</span>
              <span className={cn('block text-sm', value === form ? 'text-ink' : 'text-ink-soft')}>
                {t(`library.export.formatHint.${form}`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The one to read first, the one to import elsewhere second. */
const FORMATS = EXPORT_FORMATS.toSorted((a, b) => Number(b === 'md') - Number(a === 'md'));
