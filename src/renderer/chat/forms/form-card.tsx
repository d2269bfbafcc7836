import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Form, type FormAnswers, type FormField, isBlank, replacedFields } from '../../../shared/forms/forms.ts';
import { CardFrame } from '../../cards/card-frame.tsx';
import { useChatScope } from '../../cards/chat-scope.tsx';
import { usePoliteFocus } from '../../cards/use-polite-focus.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useApp, useHeld } from '../../store/index.ts';
import { Button, Collapsible } from '../../ui/index.ts';
import { useAfterPress } from '../approvals/use-after-press.ts';
import { isComposing } from '../composer/enter-key.ts';
import { FormFieldView } from './form-field.tsx';
import { useFormState } from './form-state.ts';
import { NotUsed } from './not-used.tsx';
import { FormIdProvider } from './saved-items.tsx';
import { usePreferred } from './use-preferred.ts';

const GRID = 'grid grid-cols-1 items-start gap-x-4 gap-y-4 @md:grid-cols-2';

/** The fields, and the way to send them: Enter in a field, Ctrl or Cmd with Enter anywhere. */
function FormBody({
  callId,
  form,
  begin,
  preferred = [],
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
  readonly submitLabel: string;
  readonly hint?: string | undefined;
  readonly onSubmit: (answers: FormAnswers) => Promise<void>;
  /** Beside the Send button. */
  readonly children: (busy: boolean) => ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const held = useHeld();
  const lost = useApp((data) => data.connection === 'lost');
  const state = useFormState(callId, form, begin);
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
      const place = element.current?.querySelector(`[data-field="${CSS.escape(taken.first)}"]`);
      place?.querySelector<HTMLElement>('input:not([aria-hidden]), select, textarea, button')?.focus();
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
  const [folded] = useState(() => form.fields.filter((field) => field.more && isBlank(begin[field.name])));
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
      <div className="flex flex-wrap items-center gap-2 border-line border-t bg-side px-4 py-3">
        <p role="status" className="min-w-0 flex-1 basis-40 text-ink-soft text-sm">
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

/** A form that waits for its answers. */
export function FormCard({ callId, form }: { readonly callId: string; readonly form: Form }) {
  const t = useT();
  const held = useHeld();
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
        preferred={form.fields.filter(({ name }) => name in preferred)}
        submitLabel={form.submitLabel ?? t('forms.submit')}
        onSubmit={async (answers) => {
          if (await answerForm(callId, 'submitted', answers)) focusComposer();
        }}
      >
        {(busy) => (
          <Button
            variant="ghost"
            size="lg"
            disabled={busy || held}
            onClick={() => {
              void answerForm(callId, 'skipped', {});
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

/** A form that was answered, open again to be changed. */
export function FormChange({
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
