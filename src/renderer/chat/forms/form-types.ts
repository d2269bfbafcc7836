/** Props of the fields of a form. */
import type { FormFault, FormFaults } from '../../../shared/forms/form-check.ts';
import type { FormField, FormValue } from '../../../shared/forms/forms.ts';

export interface FieldProps<T extends FormValue = FormValue> {
  readonly field: FormField;
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  /** It was left: from now on it says what is wrong with it. */
  readonly onLeave: () => void;
  readonly fault: FormFault | undefined;
  /** Id of the control itself, which the label and description refer to. */
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
}

export const CONTROL =
  'h-9 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 text-base text-ink placeholder:text-ink-faint aria-invalid:border-danger disabled:opacity-60';

export interface FormFieldProps {
  readonly field: FormField;
  /** Key of its answer; `passengers.0.name` in a list. */
  readonly name: string;
  readonly value: FormValue | undefined;
  readonly onChange: (value: FormValue | undefined) => void;
  readonly onLeave: (name: string) => void;
  /** Those that are shown, by name. */
  readonly faults: FormFaults;
  readonly disabled: boolean;
}
