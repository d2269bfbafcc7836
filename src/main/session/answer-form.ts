import { SkilldeckError } from '../../shared/errors.ts';
import { checkAnswers, type FormChecks } from '../../shared/forms/form-check.ts';
import { faultText, replyText } from '../../shared/forms/form-words.ts';
import { type Form, type FormReply, formIn, todayHere } from '../../shared/forms/forms.ts';
import { detailed } from '../../shared/messages/detail.ts';
import type { Message, SessionState } from '../../shared/session-state.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import { startRun } from './run.ts';
import { addUserMessage } from './send.ts';

/**
 * Answers a form, or skips it: a message of the person's that says the answers in words, and starts the run. A form that
 * has its answer is changed: the conversation goes back to before it, as with any message that is edited.
 * @throws SkilldeckError `form-closed`, `bad-input` naming the fields, `session-busy`, `config-invalid`.
 */
export async function answerForm(deps: SessionDeps, session: LiveSession, reply: FormReply): Promise<void> {
  const { formPatterns } = await import('../../shared/text/foreign-pattern.ts');
  session.assertIdle();
  const { form, answered } = askedForm(session.state, reply.callId);
  if (reply.outcome === 'submitted') assertFits(form, reply, formPatterns());
  const text = replyText(form, reply);
  await startRun(deps, session, () => {
    if (answered === undefined) return addUserMessage(deps, session, { text, form: reply });
    session.append(
      { type: 'history-rewound', toSeq: answered.seq - 1, reason: 'edit' },
      { type: 'user-message-added', text, form: reply },
    );
  });
}

function askedForm(
  { calls, messages }: SessionState,
  callId: string,
): { readonly form: Form; readonly answered: Message | undefined } {
  const form = Object.hasOwn(calls, callId) ? formIn(calls[callId]?.data) : undefined;
  const asked = messages.findIndex((message) => message.role === 'tool' && message.callId === callId);
  if (form === undefined || asked < 0) {
    throw detailed('form-closed', 'form-gone');
  }
  const after = messages.slice(asked + 1).filter((message) => message.role === 'user');
  const answered = after.find((message) => message.form?.callId === callId);
  if (answered === undefined && after.length > 0) {
    throw detailed('form-closed', 'form-passed');
  }
  return { form, answered };
}

function assertFits(form: Form, { answers }: FormReply, matches: FormChecks['matches']): void {
  const faults = Object.entries(checkAnswers(form, answers, { today: todayHere(), matches }));
  const strange = Object.keys(answers).filter((name) => !form.fields.some((field) => field.name === name));
  if (faults.length + strange.length === 0) return;
  const said = faults.map(([field, fault]) => `${field}: ${faultText(fault, 'en')}`);
  throw new SkilldeckError(
    'bad-input',
    [...said, ...strange.map((name) => `${name}: the form has no such field.`)].join(' '),
  );
}
