import { useT } from '../i18n/index.ts';
import { TextField } from '../ui/index.ts';
import { type ModelForm, presetOf } from './model-form.ts';

/** The model's name, with those on offer as suggestions. */
export function ModelField({
  form,
  offered,
  onChange,
}: {
  readonly form: ModelForm;
  /** Models listed by the server in its test. */
  readonly offered: readonly string[];
  readonly onChange: (model: string) => void;
}) {
  const t = useT();
  const names = offered.length > 0 ? offered : (presetOf(form.provider)?.models ?? []);
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={t('common.model')}
        description={t('settings.model.modelHint')}
        spellCheck={false}
        list="model-names"
        inputClassName="font-mono text-sm"
        value={form.model}
        onChange={onChange}
      />
      <datalist id="model-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
