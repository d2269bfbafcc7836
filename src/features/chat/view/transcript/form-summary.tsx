import { ListX, PencilLine, TriangleAlert } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CardFrame } from '../../../../renderer/cards/card-view.tsx';
import { useChatScope, usePoliteFocus, useRemembered } from '../../../../renderer/cards/chat-scope.tsx';
import { dateInWords } from '../../../../renderer/cards/local-time.ts';
import { useFormat, useLanguage, useT } from '../../../../renderer/i18n.ts';
import { useWords } from '../../../../renderer/shared/words.tsx';
import { useActions, useApp, useHeld, usePast } from '../../../../renderer/store/index.ts';
import { useFormDraft } from '../../../../renderer/store/slices/given-prompt.ts';
import { Button } from '../../../../renderer/ui/index.ts';
import { Collapsible } from '../../../../renderer/ui/on-demand.ts';
import { type FormReading, notUsedText, valueText } from '../../../../shared/forms/form-words.ts';
import {
  type Form,
  type FormAnswers,
  type FormField,
  isBlank,
  replacedFields,
} from '../../../../shared/forms/forms.ts';
import { useAfterPress } from '../command-approval.tsx';
import { isComposing } from '../use-autosize.ts';
import { FormFieldView } from './form-field.tsx';
import { focusField, useFormState } from './form-state.tsx';
import { FormIdProvider, usePreferred } from './saved-items.tsx';
import type { ApprovalItem, ItemOf } from './transcript-items.ts';
import { useVersions, VersionSwitch } from './user-message.tsx';

/** Words that the model did not use, and fields that it could read in two ways. */
export function NotUsed(heard: FormReading) {
  const text = notUsedText(heard, useLanguage());
  if (text === '') return null;
  return (
    <div className="flex items-start gap-1.5 rounded-control bg-warning-soft px-2.5 py-1.5 text-sm text-warning">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0 [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}

const GRID = 'grid grid-cols-1 items-start gap-x-4 gap-y-4 @md:grid-cols-2';

/** The fields, and the way to send them: Enter in a field, Ctrl or Cmd with Enter anywhere. */
function FormBody({
  callId,
  form,
  begin,
  preferred = [],
  held,
  submitLabel,
  hint,
  onSubmit,
  children,
}: {
  readonly callId: string;
  readonly form: Form;
  readonly begin: FormAnswers;
  /** Fields that a preference filled in. */
  readonly preferred?: readonly FormField[];
  readonly held: boolean;
  readonly submitLabel: string;
  readonly hint?: string | undefined;
  readonly onSubmit: (answers: FormAnswers) => Promise<void>;
  /** Beside the Send button. */
  readonly children: (busy: boolean) => ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const lost = useApp((data) => data.connection === 'lost');
  const { keepForm } = useActions();
  const draft = useFormDraft(callId);
  const state = useFormState(form, draft ?? begin, (values) => keepForm(callId, values));
  const element = useRef<HTMLFormElement>(null);
  const afterPress = useAfterPress();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(0);
  const submit = async () => {
    if (busy || held || lost) return;
    const taken = state.take();
    if ('first' in taken) {
      setWrong(taken.count);
      // An invalid field must not hide.
      if (folded.some(({ name }) => name === taken.first)) flushSync(() => setOpen(true));
      focusField(element.current, taken.first);
      return;
    }
    setWrong(0);
    setBusy(true);
    await onSubmit(taken.answers);
    setBusy(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    void submit();
  };
  const left = Object.keys(state.shown).length;
  // Folded fields are chosen when the form appears: none moves while it is filled in.
  const [folded] = useState(() =>
    form.fields.filter(({ name, more }) => more && isBlank(begin[name]) && form.unclear?.includes(name) !== true),
  );
  const replaced = replacedFields(form.fields, state.values);
  const asked = form.fields.filter(({ name }) => !replaced.includes(name));
  const shownFields = asked.filter((field) => !folded.includes(field));
  const [open, setOpen] = useState(false);
  const fieldView = (field: FormField) => (
    <FormFieldView
      key={field.name}
      field={field}
      name={field.name}
      value={state.values[field.name]}
      onChange={(value) => state.set(field.name, value)}
      onLeave={(name) => afterPress(() => state.leave(name))}
      faults={state.shown}
      disabled={busy}
    />
  );
  return (
    <form
      ref={element}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="space-y-4 px-4 py-4">
        {form.message === undefined ? null : <p className="text-ink-soft">{form.message}</p>}
        <NotUsed fields={form.fields} unused={form.unused} unclear={form.unclear} />
        {preferred.length === 0 ? null : (
          <p className="text-ink-soft text-sm">
            {t('forms.preferred', { fields: format.list(preferred.map(({ label }) => label)) })}
          </p>
        )}
        <FormIdProvider value={form.id}>
          <div className={GRID}>{shownFields.map(fieldView)}</div>
        </FormIdProvider>
        {folded.length === 0 ? null : (
          <Collapsible
            open={open}
            onOpenChange={setOpen}
            triggerClassName="-mx-1.5 rounded-control px-1.5 py-1 text-accent hover:bg-hover"
            summary={t('common.moreOptions')}
          >
            <div className={`${GRID} pt-3`}>{asked.filter((field) => folded.includes(field)).map(fieldView)}</div>
          </Collapsible>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-side px-4 py-3">
        <p role="status" className="min-w-0 flex-1 basis-full sm:basis-40 text-ink-soft text-sm">
          {wrong > 0 && left > 0 ? (
            <span className="text-danger">{t('forms.fix', { count: left })}</span>
          ) : (
            (hint ?? t('forms.keys'))
          )}
        </p>
        {children(busy)}
        <Button type="submit" variant="primary" size="lg" busy={busy} disabled={held || lost}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

interface FormCardProps {
  readonly callId: string;
  readonly form: Form;
  /** In place of an answer to the model. */
  readonly send?: ReturnType<typeof useActions>['answerForm'];
}

export function FormCard({ callId, form, send }: FormCardProps) {
  const t = useT();
  const [past, running] = [usePast(), useHeld()];
  // A server asks during the run.
  const held = send === undefined ? running : past;
  const { answerForm } = useActions();
  const { focusComposer } = useChatScope();
  const title = usePoliteFocus(`form-${callId}`, !held);
  const preferred = usePreferred(form);
  return (
    <CardFrame title={form.title} titleRef={title} tone="asking">
      <FormBody
        // Preferences may be read after the form is there; what was typed in the meantime is kept as its draft.
        key={Object.keys(preferred).join()}
        callId={callId}
        form={form}
        begin={{ ...form.values, ...preferred }}
        held={held}
        preferred={form.fields.filter(({ name }) => name in preferred)}
        submitLabel={form.submitLabel ?? t('forms.submit')}
        onSubmit={async (answers) => {
          if (await (send ?? answerForm)(callId, 'submitted', answers)) focusComposer();
        }}
      >
        {(busy) => (
          <Button
            variant="ghost"
            size="lg"
            disabled={busy || held}
            onClick={() => {
              void (send ?? answerForm)(callId, 'skipped', {});
              focusComposer();
            }}
          >
            {t('common.skip')}
          </Button>
        )}
      </FormBody>
    </CardFrame>
  );
}

const NO_FIELDS: Form = { kind: 'form', version: 1, language: 'en', title: '', fields: [], values: {} };

/** Question of an MCP server during its call. A page is opened by the person's own press, never otherwise. */
export function ServerQuestion({ item: { call, approval } }: { readonly item: ApprovalItem }) {
  const words = useWords();
  const { approve, keepForm } = useActions();
  const { server = '', message = '', form = NO_FIELDS, url } = approval.detail.asks ?? {};
  // A call may ask several times: each has its draft.
  const draft = `${call.callId}-${approval.seq}`;
  const page =
    url === undefined
      ? {}
      : { message: words.t('asks.page', { message, host: new URL(url).host, url }), submitLabel: words.t('asks.open') };
  return (
    <FormCard
      callId={draft}
      form={{ ...form, ...page, title: words.t('asks.title', { server }) }}
      send={async (_call, outcome, answers) => {
        if (outcome === 'skipped') return approve(call.callId, 'denied');
        if (url !== undefined) window.open(url, '_blank', 'noreferrer');
        const sent = await approve(call.callId, 'once', answers);
        if (sent) keepForm(draft, undefined);
        return sent;
      }}
    />
  );
}

/** A form that was answered, open again to be changed. */
function FormChange({
  callId,
  form,
  answers,
  onDone,
}: {
  readonly callId: string;
  readonly form: Form;
  readonly answers: FormAnswers;
  readonly onDone: () => void;
}) {
  const t = useT();
  const held = useHeld();
  const { answerForm, keepForm } = useActions();
  const { focusComposer } = useChatScope();
  const close = () => {
    keepForm(callId, undefined);
    onDone();
    focusComposer();
  };
  return (
    <CardFrame title={form.title} tone="asking">
      <FormBody
        callId={callId}
        form={form}
        begin={answers}
        held={held}
        submitLabel={t('forms.save')}
        hint={t('forms.changeHint')}
        onSubmit={async (changed) => {
          if (await answerForm(callId, 'submitted', changed)) close();
        }}
      >
        {(busy) => (
          <Button variant="ghost" size="lg" disabled={busy} onClick={close}>
            {t('common.cancel')}
          </Button>
        )}
      </FormBody>
    </CardFrame>
  );
}

/** The submitted answers as the user's turn, with a way to change them. */
export function FormSummary({ item }: { readonly item: ItemOf<'form-answer'> }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const held = useHeld();
  const versions = useVersions(item.seq);
  const [changing, setChanging] = useRemembered(`${item.key}/change`, false);
  const { form, reply, at } = item;
  if (changing && !held) {
    const answers = reply.outcome === 'skipped' ? form.values : reply.answers;
    return <FormChange callId={reply.callId} form={form} answers={answers} onDone={() => setChanging(false)} />;
  }
  const rows = form.fields.flatMap((field) => {
    const value = reply.answers[field.name];
    if (isBlank(value) || value === undefined) return [];
    const said =
      field.kind === 'date' ? dateInWords(words, String(value), 'long') : valueText(field, value, form.language);
    return [{ name: field.name, label: field.label, said }];
  });
  return (
    <article aria-label={words.t('you')} className="flex flex-col items-end">
      <div className="max-w-[85%] rounded-bubble bg-sunken px-4 py-2.5">
        {reply.outcome === 'skipped' ? (
          <p className="text-ink-soft">{t('forms.skipped', { title: form.title })}</p>
        ) : (
          <>
            <h3 className="mb-1 font-semibold text-base">{form.title}</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              {rows.map(({ name, label, said }) => (
                <div key={name} className="contents">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="[overflow-wrap:anywhere]">{said}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
      <div className="flex h-7 items-center gap-1 text-ink-soft text-xs">
        <time dateTime={at}>{format.time(at)}</time>
        {held ? null : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('forms.changeLabel', { title: form.title })}
            onClick={() => setChanging(true)}
            icon={PencilLine}
          >
            {t('forms.change')}
          </Button>
        )}
        {versions === undefined ? null : <VersionSwitch seq={item.seq} versions={versions} />}
      </div>
    </article>
  );
}

export function FormPassed({ form }: { readonly form: Form }) {
  const t = useT();
  return (
    <p className="flex items-center gap-2 text-ink-soft text-sm">
      <ListX aria-hidden className="size-4 shrink-0" />
      {t('forms.inWords', { title: form.title })}
    </p>
  );
}
