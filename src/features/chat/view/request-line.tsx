import { Plus, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useChatScope, useRemembered, useWaitingCall } from '../../../renderer/cards/chat-scope.tsx';
import { dateInWords } from '../../../renderer/cards/local-time.ts';
import { useLanguage, useT } from '../../../renderer/i18n.ts';
import { useWords } from '../../../renderer/shared/words.tsx';
import {
  useActions,
  useApp,
  useReadOnly,
  useRunning,
  useSession,
  useSessionState,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Button, cn, IconButton, Popover } from '../../../renderer/ui/index.ts';
import { type CurrentRequest, currentRequest, requestValues } from '../../../shared/forms/compare-request.ts';
import { checkAnswers } from '../../../shared/forms/form-check.ts';
import { changeText, valueText } from '../../../shared/forms/form-words.ts';
import {
  type ChangedFact,
  type Form,
  type FormAnswers,
  type FormField,
  type FormValue,
  isBlank,
  replacedFields,
  todayHere,
} from '../../../shared/forms/forms.ts';
import { FormFieldView } from './transcript/form-field.tsx';
import { useMatches } from './transcript/form-state.tsx';
import { NotUsed } from './transcript/form-summary.tsx';

/** Says a change of the request: as a message, or in place of the decision that is waited for. */
export function useChangeRequest(): {
  /** It cannot be said now. */
  readonly closed: boolean;
  change(text: string, fact: ChangedFact): Promise<boolean>;
} {
  const { send, writeInstead } = useActions();
  const running = useRunning();
  const lost = useApp((data) => data.connection === 'lost' || data.sending !== undefined);
  const waiting = useWaitingCall();
  return {
    closed: lost || (running && waiting === undefined),
    change: (text, fact) => (waiting === undefined ? send(text, { fact }) : writeInstead(waiting, text, fact)),
  };
}

interface Request extends CurrentRequest {
  readonly form: Form;
  readonly values: FormAnswers;
}

/** The facts of what the user wants now; undefined where nothing is asked for, or the skill has no form for it. */
export function useRequest(): Request | undefined {
  const { requestForm } = useActions();
  const { id } = useSession();
  const language = useLanguage();
  const state = useSessionState((current) => current);
  const request = useMemo(() => currentRequest(state), [state]);
  const skill = request?.skill;
  const isKnown = request?.form?.language === language;
  const [read, setRead] = useState<{ readonly key: string; readonly form: Form | undefined }>();
  const key = `${id}/${skill}/${language}`;
  useEffect(() => {
    if (skill === undefined || isKnown || read?.key === key) return;
    let isCurrent = true;
    void requestForm(skill, language).then((form) => {
      if (isCurrent) setRead({ key, form });
    });
    return () => {
      isCurrent = false;
    };
  }, [skill, isKnown, key, read?.key, language, requestForm]);
  return useMemo(() => {
    if (request === undefined) return undefined;
    // In the language of the window where the skill's folder has it, else as the log does.
    const form = isKnown ? request.form : read?.key === key && read.form !== undefined ? read.form : request.form;
    return form === undefined ? undefined : { ...request, form, values: requestValues(form.fields, request.facts) };
  }, [request, isKnown, read, key]);
}

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
  const fault = checkAnswers(form, answers, { today: todayHere(), matches: matches() })[field.name];
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

const CHIP =
  'flex min-h-8 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-sm hover:bg-hover disabled:opacity-60';

/** Nothing is said by no, or by none of something. */
const isSaid = (value: FormValue | undefined): value is FormValue =>
  value !== undefined && !isBlank(value) && value !== false && value !== 0;

interface ChipProps {
  readonly form: Form;
  readonly values: FormAnswers;
  readonly disabled: boolean;
  /** `undefined` removes it. */
  readonly onChange: (field: FormField, value: FormValue | undefined) => void;
}

/** A chip that opens a small editor of its field, or first a choice among several. */
function FieldChip({
  form,
  values,
  fields,
  disabled,
  onChange,
  children,
  ...chip
}: ChipProps & {
  readonly fields: readonly FormField[];
  readonly className: string;
  readonly children: ReactNode;
  readonly 'aria-label'?: string;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<FormField>();
  const [only, ...others] = fields;
  const field = others.length === 0 ? only : picked;
  const save = (one: FormField, value: FormValue | undefined) => {
    setOpen(false);
    onChange(one, value);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setPicked(undefined);
      }}
      align="start"
      side="top"
      className="max-h-[min(24rem,var(--available-height))] w-80 overflow-y-auto"
      title={field === undefined ? t('request.addTitle') : undefined}
      trigger={
        <button type="button" disabled={disabled} {...chip}>
          {children}
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
                onClick={() => (one.kind === 'yes-no' ? save(one, true) : setPicked(one))}
              >
                {one.label}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <FieldEditor form={form} values={values} field={field} onSave={(value) => save(field, value)} />
      )}
    </Popover>
  );
}

/** One fact, to be changed in place. */
function Fact({ field, unclear, ...props }: ChipProps & { readonly field: FormField; readonly unclear: boolean }) {
  const t = useT();
  const words = useWords();
  const { form, values } = props;
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
    <FieldChip
      {...props}
      fields={[field]}
      aria-label={t('request.edit', { field: name, value: said }).trim()}
      className={cn(
        CHIP,
        isSaid(value) ? 'border-line-strong bg-surface' : 'border-dashed',
        !isSaid(value) && (unclear ? 'border-warning text-warning' : 'border-line-strong text-ink-soft'),
      )}
    >
      <span className={value === true ? 'font-medium' : 'text-ink-soft'}>{name}</span>
      {said === '' ? null : <span className="truncate font-medium">{said}</span>}
    </FieldChip>
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
  const chip = { form, values, disabled: closed, onChange: send };
  return (
    <section aria-label={t('request.region')} className="mx-auto w-full max-w-[48rem] space-y-1.5 px-4 @lg:px-6 pb-2">
      <NotUsed fields={form.fields} unused={unused} unclear={unclear} />
      <div className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
        {shown.map((field) => (
          <Fact key={field.name} {...chip} field={field} unclear={unclear.includes(field.name)} />
        ))}
        {others.length === 0 ? null : (
          <FieldChip {...chip} fields={others} className={cn(CHIP, 'border-transparent text-accent')}>
            <Plus aria-hidden className="size-3.5" />
            {t('request.add')}
          </FieldChip>
        )}
      </div>
    </section>
  );
}

/** After an answer: the skill that it passed over. */
export function PassedOver() {
  const { missedSkills } = useSettings();
  const readOnly = useReadOnly();
  const missed = useSessionState((state) => (state.runState === 'completed' ? state.missedSkills?.at(-1) : undefined));
  const said = useSessionState(({ messages }) => messages.findLast((message) => message.role === 'user'));
  const isLoaded = useSessionState(({ loadedSkills }) => loadedSkills.some(({ id }) => id === missed?.id));
  if (missed === undefined || said === undefined || missed.seq < said.seq) return null;
  return readOnly || isLoaded || !missedSkills ? null : <Offer key={missed.seq} {...missed} text={said.text} />;
}

function Offer({ id, seq, text }: { readonly id: string; readonly seq: number; readonly text: string }) {
  const words = useWords();
  const { send } = useActions();
  const [isClosed, setClosed] = useRemembered(`missed ${seq}`, false);
  const name = useApp(({ skills }) => skills?.skills.find((skill) => skill.id === id)?.name) ?? id;
  if (isClosed) return null;
  return (
    <p
      className="relative z-10 mx-auto flex w-full max-w-[48rem] items-center gap-2 px-4 @lg:px-6 pb-2 text-ink-soft text-sm"
      role="status"
    >
      <span className="min-w-0 flex-1">{words.t('passedOver.looks', { skill: name })}</span>
      <Button
        size="sm"
        onClick={() => {
          setClosed(true);
          void send(`/${id} ${text}`);
        }}
      >
        {words.t('passedOver.use')}
      </Button>
      <IconButton size="sm" label={words.t('passedOver.close')} onClick={() => setClosed(true)} icon={X} />
    </p>
  );
}
