import { History, Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { dateInWords } from '../../../renderer/cards/local-time.ts';
import { NextTrip, nextRecord, useMinute, useRecords } from '../../../renderer/cards/records.tsx';
import { useLanguage, useT } from '../../../renderer/i18n.ts';
import { useWords, type Words } from '../../../renderer/shared/words.tsx';
import { useActions, useApp } from '../../../renderer/store/index.ts';
import { Button, notify } from '../../../renderer/ui/index.ts';
import { Collapsible, Select } from '../../../renderer/ui/on-demand.ts';
import { replyText, valueText } from '../../../shared/forms/form-words.ts';
import {
  type Form,
  type FormAnswers,
  type FormField,
  isBlank,
  type RecentRequest,
} from '../../../shared/forms/forms.ts';
import { FormFieldView } from './transcript/form-field.tsx';
import { focusField, useFormState } from './transcript/form-state.tsx';

/** Places and days, without the code behind a name: enough to know it again. */
export function requestLabel(words: Words, form: Form, answers: FormAnswers): string {
  return form.fields
    .flatMap((field) => {
      const value = answers[field.name];
      if (value === undefined || isBlank(value) || !['search', 'date', 'text'].includes(field.kind)) return [];
      if (field.kind === 'date') return [dateInWords(words, String(value))];
      return [valueText(field, value, form.language).replace(/ \([^)]*\)$/, '')];
    })
    .join(' · ');
}

/** Each fills in the line above; nothing is sent by it. */
export function RecentRequests({
  forms,
  recent,
  onChoose,
}: {
  readonly forms: readonly Form[];
  readonly recent: readonly RecentRequest[];
  readonly onChoose: (request: RecentRequest) => void;
}) {
  const t = useT();
  const words = useWords();
  const { profile } = useActions();
  const known = recent.flatMap((one) => {
    const form = forms.find(({ id }) => id === one.form);
    return form === undefined ? [] : [{ one, label: requestLabel(words, form, one.answers) }];
  });
  if (known.length === 0) return null;
  return (
    <section aria-label={t('common.recentSearches')} className="flex flex-wrap items-center gap-2">
      <h3 className="text-ink-soft text-sm">{t('common.recentSearches')}</h3>
      {known.map(({ one, label }) => (
        <Button key={one.at} size="sm" onClick={() => onChoose(one)} icon={History}>
          {label}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={() => void profile.forgetRecent()}>
        {t('home.forgetRecent')}
      </Button>
    </section>
  );
}

const IN_LINE: ReadonlySet<FormField['kind']> = new Set(['search', 'date', 'number', 'text']);
const IS_TASTE: ReadonlySet<FormField['kind']> = new Set(['search', 'choice', 'choices', 'yes-no']);

/** Fields that stay the same from one request to the next; destination and dates do not. */
const isPreference = (field: FormField): boolean => IS_TASTE.has(field.kind) && field.differsFrom === undefined;

const startOf = (form: Form, begin: FormAnswers): FormAnswers => ({
  ...Object.fromEntries(
    form.fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial] as const])),
  ),
  ...begin,
});

/** A skill's request form as a line: where, when, how many. It sends what a person could have written. */
export function RequestBar({ form, begin }: { readonly form: Form; readonly begin: FormAnswers }) {
  const t = useT();
  const words = useWords();
  const { send, profile } = useActions();
  const busy = useApp((data) => data.sending !== undefined || data.connection === 'lost');
  const { values, shown, set, leave, take } = useFormState(form, startOf(form, begin));
  const element = useRef<HTMLFormElement>(null);
  // A preference that holds is shown, never hidden.
  const [line] = useState(() =>
    form.fields.filter((field) => (IN_LINE.has(field.kind) && field.more === undefined) || !isBlank(begin[field.name])),
  );
  const others = form.fields.filter((field) => !line.includes(field));

  const view = (field: FormField) => (
    <FormFieldView
      key={field.name}
      field={field.short === undefined ? field : { ...field, label: field.short }}
      name={field.name}
      value={values[field.name]}
      onChange={(value) => set(field.name, value)}
      onLeave={leave}
      faults={shown}
      disabled={busy}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const taken = take();
    if ('first' in taken) return focusField(element.current, taken.first);
    const { answers } = taken;
    void profile.asked({ form: form.id ?? '', answers });
    const title = requestLabel(words, form, answers);
    void send(replyText(form, { outcome: 'submitted', answers }), title === '' ? {} : { title });
  };
  const prefer = async () => {
    const names = new Set(form.fields.filter(isPreference).map(({ name }) => name));
    const chosen = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => names.has(name) && !isBlank(value)),
    );
    if (await profile.prefer(form.id ?? '', chosen)) notify.done(t('home.preferred'));
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={form.title}
      onSubmit={submit}
      className="@container rounded-panel border border-line-strong bg-surface px-4 py-4 shadow-float"
    >
      <div className="grid grid-cols-1 items-start gap-3 @sm:grid-cols-2 @xl:grid-cols-3">{line.map(view)}</div>
      <div className="mt-3 flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          {others.length === 0 ? null : (
            <Collapsible
              summary={t('common.moreOptions')}
              triggerClassName="-mx-1.5 rounded-control px-1.5 py-1 text-accent hover:bg-hover"
            >
              <div className="grid grid-cols-1 items-start gap-3 pt-2 @sm:grid-cols-2">{others.map(view)}</div>
              <Button size="sm" variant="ghost" className="mt-2" onClick={() => void prefer()}>
                {t('home.prefer')}
              </Button>
            </Collapsible>
          )}
        </div>
        <Button type="submit" variant="primary" size="lg" disabled={busy} icon={Search}>
          {form.submitLabel ?? t('forms.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The request forms of the skills, in the language of the window. */
function useRequests(): readonly Form[] {
  const { profile } = useActions();
  const language = useLanguage();
  const skills = useApp((data) => data.skills);
  const [forms, setForms] = useState<readonly Form[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: skills came or went.
  useEffect(() => {
    let here = true;
    void profile.load();
    void profile.requests(language).then((read) => here && setForms(read));
    return () => {
      here = false;
    };
  }, [profile, language, skills]);
  return forms;
}

/** On the first screen: what can be asked for in one line, the next trip, and what was asked for last. */
export function Home() {
  const { library } = useActions();
  const known = useApp((data) => data.profile);
  const forms = useRequests();
  const { loaded } = useRecords();
  const now = useMinute();
  const [begun, setBegun] = useState<{ readonly form: string; readonly answers: FormAnswers; readonly turn: number }>();
  const next = loaded.kind === 'ready' ? nextRecord(loaded.groups) : undefined;
  return (
    <div className="mt-5 space-y-4">
      <AgentChoice />
      {(known === undefined ? [] : forms).map((form) => {
        const own = begun?.form === form.id ? begun : undefined;
        const begin = own?.answers ?? known?.preferences[form.id ?? ''] ?? {};
        return <RequestBar key={`${form.id} ${form.language} ${own?.turn ?? 0}`} form={form} begin={begin} />;
      })}
      {next === undefined ? null : <NextTrip record={next} now={now} onOpen={() => library.show({ page: 'trips' })} />}
      <RecentRequests
        forms={forms}
        recent={known?.recent ?? []}
        onChoose={({ form, answers }) => setBegun({ form, answers, turn: (begun?.turn ?? 0) + 1 })}
      />
    </div>
  );
}

/** Means that no agent is wanted. */
const NONE = 'none';

/** Agent of the next conversation, where there is a choice. */
function AgentChoice() {
  const words = useWords();
  const view = useApp((data) => data.environments);
  const chosen = useApp((data) => data.newAgent);
  const { chooseAgent } = useActions();
  if (view === undefined || view.agents.length === 0) return null;
  const value = chosen ?? view.agent ?? NONE;
  const description = view.agents.find(({ name }) => name === value)?.description;
  return (
    <Select
      className="max-w-72"
      label={words.t('welcome.agent')}
      value={value}
      options={[
        { value: NONE, label: words.t('welcome.noAgent') },
        ...view.agents.map(({ name }) => ({ value: name, label: name })),
      ]}
      onChange={chooseAgent}
      {...(description === undefined ? {} : { description })}
    />
  );
}
