import { Plus } from 'lucide-react';
import { useState } from 'react';
import { changeText, valueText } from '../../../shared/forms/form-words.ts';
import {
  type Form,
  type FormAnswers,
  type FormField,
  type FormValue,
  isBlank,
  replacedFields,
} from '../../../shared/forms/forms.ts';
import { useChatScope } from '../../cards/chat-scope.tsx';
import { dateInWords } from '../../cards/local-time.ts';
import { useT } from '../../i18n/index.ts';
import { useWords } from '../../shared/use-words.ts';
import { cn, Popover } from '../../ui/index.ts';
import { NotUsed } from '../forms/not-used.tsx';
import { FieldEditor } from './field-editor.tsx';
import { useChangeRequest } from './use-change-request.ts';
import { useRequest } from './use-request.ts';

const CHIP =
  'flex min-h-8 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-sm hover:bg-hover disabled:opacity-60';

/** Nothing is said by no, or by none of something. */
const isSaid = (value: FormValue | undefined): value is FormValue =>
  value !== undefined && !isBlank(value) && value !== false && value !== 0;

interface FactProps {
  readonly form: Form;
  readonly values: FormAnswers;
  readonly field: FormField;
  readonly disabled: boolean;
  /** `undefined` removes it. */
  readonly onChange: (field: FormField, value: FormValue | undefined) => void;
}

/** One fact: pressed, it opens a small editor of its field. */
function Fact({ form, values, field, disabled, unclear, onChange }: FactProps & { readonly unclear: boolean }) {
  const t = useT();
  const words = useWords();
  const [open, setOpen] = useState(false);
  const value = values[field.name];
  const name = field.short ?? field.label;
  const said = isSaid(value)
    ? field.kind === 'date'
      ? dateInWords(words, String(value), 'short')
      : value === true
        ? ''
        : valueText(field, value, form.language)
    : t('request.missing');
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="start"
      side="top"
      className="w-80"
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label={t('request.edit', { field: name, value: said }).trim()}
          className={cn(
            CHIP,
            isSaid(value) ? 'border-line-strong bg-surface' : 'border-dashed',
            !isSaid(value) && (unclear ? 'border-warning text-warning' : 'border-line-strong text-ink-soft'),
          )}
        >
          <span className={value === true ? 'font-medium' : 'text-ink-soft'}>{name}</span>
          {said === '' ? null : <span className="truncate font-medium">{said}</span>}
        </button>
      }
    >
      <FieldEditor
        form={form}
        values={values}
        field={field}
        onSave={(next) => {
          setOpen(false);
          onChange(field, next);
        }}
      />
    </Popover>
  );
}

/** A fact that was not spoken of yet. */
function AddFact({
  form,
  values,
  fields,
  disabled,
  onChange,
}: Omit<FactProps, 'field'> & { readonly fields: readonly FormField[] }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [field, setField] = useState<FormField>();
  const pick = (one: FormField) => {
    if (one.kind !== 'yes-no') return setField(one);
    setOpen(false);
    onChange(one, true);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setField(undefined);
      }}
      align="start"
      side="top"
      className="max-h-[min(24rem,var(--available-height))] w-80 overflow-y-auto"
      title={field === undefined ? t('request.addTitle') : undefined}
      trigger={
        <button type="button" disabled={disabled} className={cn(CHIP, 'border-transparent text-accent')}>
          <Plus aria-hidden className="size-3.5" />
          {t('request.add')}
        </button>
      }
    >
      {field === undefined ? (
        <ul>
          {fields.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                className="w-full rounded-control px-2 py-1.5 text-left hover:bg-hover"
                onClick={() => pick(one)}
              >
                {one.label}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <FieldEditor
          form={form}
          values={values}
          field={field}
          onSave={(next) => {
            setOpen(false);
            onChange(field, next);
          }}
        />
      )}
    </Popover>
  );
}

/** The understood request, fact by fact, each to be changed in place; in amber, words that were not used. */
export function RequestLine() {
  const t = useT();
  const request = useRequest();
  const { focusComposer } = useChatScope();
  const { change, closed } = useChangeRequest();
  if (request === undefined) return null;
  const { form, values, unused, unclear, waiting } = request;
  // The open form has the same fields and says the same.
  if (waiting !== undefined) return null;
  const replaced = replacedFields(form.fields, values);
  const fields = form.fields.filter(({ name }) => !replaced.includes(name));
  const shown = fields.filter(({ name, required }) => isSaid(values[name]) || required || unclear.includes(name));
  const others = fields.filter((field) => !shown.includes(field));
  const send = (field: FormField, value: FormValue | undefined) => {
    void change(changeText(form, field, value), { field: field.name, value: value ?? null });
    focusComposer();
  };
  return (
    <section aria-label={t('request.region')} className="mx-auto w-full max-w-[48rem] space-y-1.5 px-4 @lg:px-6 pb-2">
      <NotUsed fields={form.fields} unused={unused} unclear={unclear} />
      <div className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
        {shown.map((field) => (
          <Fact
            key={field.name}
            form={form}
            values={values}
            field={field}
            unclear={unclear.includes(field.name)}
            disabled={closed}
            onChange={send}
          />
        ))}
        {others.length === 0 ? null : (
          <AddFact form={form} values={values} fields={others} disabled={closed} onChange={send} />
        )}
      </div>
    </section>
  );
}
