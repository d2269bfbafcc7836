import { type FormEvent, useState } from 'react';
import { checkAnswers } from '../../../shared/forms/form-check.ts';
import {
  type Form,
  type FormAnswers,
  type FormField,
  type FormValue,
  isBlank,
  todayHere,
} from '../../../shared/forms/forms.ts';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { FormFieldView } from '../forms/form-field.tsx';
import { useMatches } from '../forms/use-matches.ts';

/** One field of the request, checked with the others as the form would. */
export function FieldEditor({
  form,
  values,
  field,
  onSave,
}: {
  readonly form: Pick<Form, 'fields'>;
  readonly values: FormAnswers;
  readonly field: FormField;
  /** `undefined`: the fact is removed. */
  readonly onSave: (value: FormValue | undefined) => void;
}) {
  const t = useT();
  const before = values[field.name];
  const [value, setValue] = useState<FormValue | undefined>(before);
  const [tried, setTried] = useState(false);
  const { [field.name]: _old, ...others } = values;
  const answers = value === undefined ? others : { ...others, [field.name]: value };
  const matches = useMatches(form.fields);
  const fault = checkAnswers(form, answers, { today: todayHere(), matches })[field.name];
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The editor is drawn in the chat's own tree: no form around it may be sent.
    event.stopPropagation();
    setTried(true);
    if (fault === undefined) onSave(isBlank(value) ? undefined : value);
  };
  return (
    <form noValidate onSubmit={save} className="space-y-3">
      <FormFieldView
        field={field}
        name={field.name}
        value={value}
        onChange={setValue}
        onLeave={() => {}}
        faults={tried && fault !== undefined ? { [field.name]: fault } : {}}
        disabled={false}
      />
      <div className="flex justify-end gap-2">
        {field.required || isBlank(before) ? null : (
          <Button variant="ghost" onClick={() => onSave(undefined)}>
            {t('request.remove')}
          </Button>
        )}
        <Button type="submit" variant="primary">
          {t('request.apply')}
        </Button>
      </div>
    </form>
  );
}
