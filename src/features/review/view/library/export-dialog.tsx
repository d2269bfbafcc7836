import { useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { FailureNote } from '../../../../renderer/shared/failures.tsx';
import { saveFile } from '../../../../renderer/shared/save-file.ts';
import { type Failure, useActions, useApp } from '../../../../renderer/store/index.ts';
import { Banner, Button, cn, notify } from '../../../../renderer/ui/index.ts';
import { Dialog, Switch } from '../../../../renderer/ui/on-demand.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../../shared/review.ts';
import { RedactionFields, useRedaction } from './redaction.tsx';

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
  const [redact, setRedact] = useState(true);
  const [reasoning, setReasoning] = useState(false);
  const [sign, setSign] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [only] = sessions;
  const one = sessions.length === 1 ? only : undefined;
  const redaction = useRedaction(one, redact);
  const title = useApp((data) => data.sessions?.find(({ id }) => id === one)?.title ?? '');
  const count = sessions.length;
  const n = format.number(count);

  const save = async () => {
    setSaving(true);
    setFailure(undefined);
    let replaced = 0;
    let last = '';
    let brokenAt: number | undefined;
    for (const session of sessions) {
      const made = await library.exportFile(session, {
        format: form,
        redact,
        reasoning,
        sign,
        patterns: redaction.patterns,
        keep: redaction.keep,
        language,
      });
      if (!made.ok) {
        setSaving(false);
        setFailure(made.failure);
        return;
      }
      saveFile(made.value.fileName, made.value.content);
      last = made.value.fileName;
      brokenAt ??= made.value.brokenAt;
      replaced += made.value.redacted?.total ?? 0;
    }
    setSaving(false);
    const saved = count === 1 ? t('library.export.saved', { name: last }) : t('library.export.savedMany', { count, n });
    const told =
      replaced === 0
        ? t('library.export.whole')
        : t('library.export.replaced', { count: replaced, n: format.number(replaced) });
    const altered = brokenAt === undefined ? '' : ` ${t('evidence.broken', { n: format.number(brokenAt) })}`;
    notify.done(`${saved} ${told}${altered}`);
    onClose();
  };

  return (
    <Dialog
      growing
      open
      onClose={onClose}
      size="lg"
      title={count === 1 ? t('library.export.title') : t('library.export.titleMany', { count, n })}
      {...(title === '' ? {} : { description: title })}
      footer={
        <Button variant="primary" busy={saving} disabled={redaction.open} onClick={() => void save()}>
          {count === 1 ? t('library.export.save') : t('library.export.saveMany', { count, n })}
        </Button>
      }
    >
      <Formats value={form} onChange={setForm} />
      <Switches
        form={form}
        switched={{ reasoning, sign, redact }}
        onSwitch={{ reasoning: setReasoning, sign: setSign, redact: setRedact }}
      />
      {failure === undefined ? null : (
        <div className="pb-3">
          <FailureNote failure={failure} />
        </div>
      )}
      {redact ? (
        <div className="flex flex-col gap-4">
          {form === 'jsonl' ? <p className="text-ink-soft text-sm">{t('library.export.verifyHint')}</p> : null}
          <RedactionFields of={redaction.fields} manyHint={t('library.export.manyHint')} />
        </div>
      ) : (
        <Banner tone="warning" title={t('library.export.unsafe')} />
      )}
    </Dialog>
  );
}

type Switched = 'reasoning' | 'sign' | 'redact';

function Switches({
  form,
  switched,
  onSwitch,
}: {
  readonly form: ExportFormat;
  readonly switched: Readonly<Record<Switched, boolean>>;
  readonly onSwitch: Readonly<Record<Switched, (checked: boolean) => void>>;
}) {
  const t = useT();
  const shown = [form === 'jsonl' ? 'sign' : 'reasoning', 'redact'] as const;
  return (
    <div className="flex flex-col gap-3 pt-4 pb-3">
      {shown.map((name) => (
        <Switch
          key={name}
          label={t(`library.export.${name}`)}
          description={t(`library.export.${name}Hint`)}
          checked={switched[name]}
          onChange={onSwitch[name]}
        />
      ))}
    </div>
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
