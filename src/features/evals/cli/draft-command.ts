/** `skilldeck skills from-session ID`: a draft of a skill from a conversation, to be read and then imported. */

import { type CommandContext, type CoreClient, command, printJson } from '../../../main/hosts/cli/command.ts';
import { EXIT, type Options, whole } from '../../../main/hosts/cli/run-options.ts';
import { oneLine } from '../../../main/hosts/cli/text/print.ts';
import { defined } from '../../../shared/defined.ts';
import type { DraftRequest } from '../contract.ts';
import type { SkillDraft } from '../improving.ts';
import { noteEnd, patchOf } from './improve-command.ts';
import { PAID_OPTIONS, paidRequest, paidWork, unlessStopped, WRITER_OPTIONS } from './paid-work.ts';

const OPTIONS = {
  ...PAID_OPTIONS,
  ...WRITER_OPTIONS,
  '--rounds <N>': whole(({ evals }) => evals.help.rounds, 0, 20),
  '--name <NAME>': ({ evals }) => evals.help.draftName,
} as const satisfies Options;

/** @returns the draft, or the status where there is none; undefined where it was stopped. */
async function draft(
  context: CommandContext,
  client: CoreClient,
  request: DraftRequest,
  signal: AbortSignal,
): Promise<SkillDraft | number | undefined> {
  const { words, note } = context;
  const { improve, draft: said } = words.evals;
  for await (const item of await client.evals.draft(request, { signal })) {
    if (item.kind === 'unusable') note(oneLine(improve.unusable(item.why)));
    else if (item.kind === 'written') note(oneLine(said.written(item.skill)));
    else if (item.kind === 'ran') note(improve.ran(item.number, item.done, item.of));
    else if (item.kind === 'result') return item.draft;
    else {
      noteEnd(context, item);
      note(said.none);
      return item.ended === 'model' ? EXIT.model : EXIT.error;
    }
  }
  return undefined;
}

async function report(context: CommandContext, found: SkillDraft): Promise<void> {
  const { words, out, note } = context;
  const { draft: said } = words.evals;
  const files = found.files.map(({ path, text }) => ({ path, before: null, text }));
  await out.write(await patchOf({ files }));
  if (found.reason !== '') note(oneLine(found.reason));
  if (found.redacted > 0) note(said.redacted(found.redacted));
  if (found.leftOut.length > 0) note(oneLine(said.leftOut(found.leftOut.join(', '))));
  if (found.figures === undefined) note(said.untried);
  else note(said.tried(found.figures.passed, found.figures.of));
  noteEnd(context, found);
  note(oneLine(said.next(`skilldeck skills import ${found.folder}`)));
}

export const draftCommand = command({
  name: 'skills from-session',
  args: { '<ID>': ({ help }) => help.sessionId },
  options: OPTIONS,
  run(context, [sessionId = ''], flags) {
    const { rounds = 2 } = flags;
    const { cases: _cases, resume: _resume, ...work } = paidRequest(context, flags, 3);
    const request: DraftRequest = { sessionId, rounds, ...work, ...defined({ name: flags.name }) };
    return paidWork(context, flags, request.settings, async (client, interrupts) => {
      const found = await unlessStopped(interrupts, draft(context, client, request, interrupts.signal));
      if (typeof found === 'number') return found;
      if (found === undefined) {
        context.note(context.words.evals.stopped);
        return EXIT.stopped;
      }
      if (flags.json === true) await printJson(context.out, found);
      else await report(context, found);
      return EXIT.done;
    });
  },
});
