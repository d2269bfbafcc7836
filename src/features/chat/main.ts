import { done, implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { createAttachments } from '../../main/runner/workspace/attachments.ts';
import { requestFormIn } from '../../main/tools/forms.ts';
import { chatContract } from '../../shared/contract/chat.ts';
import { defined } from '../../shared/defined.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { formsContract } from './contract.ts';

export function chatHandlers({ home, media, sessions, reportBug }: Core) {
  const os = implementContract(chatContract, reportBug);
  const kept = createAttachments(home, media);
  return {
    send: os.send.handler(async ({ input: { sessionId, text, fact, attachments = [] } }) => {
      sessions.get(sessionId);
      const found = await Promise.all(attachments.map((one) => kept.find(sessionId, one)));
      return done(await sessions.send(sessionId, text, found, fact));
    }),
    attach: os.attach.handler(async ({ input: { base64, ...piece } }) => {
      sessions.get(piece.sessionId).assertIdle();
      const attachment = await kept.take({ ...piece, bytes: Buffer.from(base64, 'base64') });
      if (attachment?.media !== undefined) await sessions.learnSight(piece.sessionId, attachment.media.kind);
      return { attachment };
    }),
    stop: os.stop.handler(async ({ input }) => {
      if (await sessions.stop(input.sessionId)) return {};
      throw detailed('nothing-running', 'nothing-runs');
    }),
    retry: os.retry.handler(async ({ input }) => done(await sessions.retry(input.sessionId))),
    edit: os.edit.handler(async ({ input }) => done(await sessions.edit(input.sessionId, input.seq, input.text))),
    bringBack: os.bringBack.handler(({ input }) => done(sessions.bringBack(input.sessionId, input.seq))),
    approve: os.approve.handler(({ input: { sessionId, callId, decision, unasked, words, fact, answers } }) => {
      const given = answers === undefined ? decision : { answers };
      const answer = words === undefined ? given : { words, ...defined({ fact }) };
      return done(sessions.approve(sessionId, callId, unasked ? 'unasked' : answer));
    }),
  };
}

export function formHandlers({ sessions, skills, reportBug }: Core) {
  const os = implementContract(formsContract, reportBug);
  return {
    request: os.request.handler(async ({ input: { sessionId, skill, language } }) => {
      const library = skills.of(sessions.get(sessionId).state);
      const entry = library.catalog().skills.find(({ id }) => id === skill);
      const form = entry === undefined ? undefined : requestFormIn(entry.dir, skill, language);
      return { form: form === undefined ? null : { ...form, values: {} } };
    }),
    answer: os.answer.handler(async ({ input: { sessionId, ...reply } }) =>
      done(await sessions.answerForm(sessionId, reply)),
    ),
  };
}
