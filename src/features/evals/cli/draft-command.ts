/** `skilldeck skills from-session ID`: a draft of a skill from a conversation, to be read and then imported. */

import { type CommandContext, type CoreClient, command, printJson } from '../../../main/hosts/cli/command.ts';
import { EXIT, type FlagsOf, type GlobalOptions, type Options, wholeIn } from '../../../main/hosts/cli/run-options.ts';
import { oneLine } from '../../../main/hosts/cli/text/print.ts';
import { defined } from '../../../shared/defined.ts';
import type { DraftRequest } from '../contract.ts';
import type { SkillDraft } from '../improving.ts';
import { noteEnd, patchOf } from './improve-command.ts';
import { PAID_OPTIONS, paidRequest, paidWork, WRITER_OPTIONS } from './paid-work.ts';

const OPTIONS = {
  ...PAID_OPTIONS,
  ...WRITER_OPTIONS,
  '--name <NAME>': ({ evals }) => evals.help.draftName,
} as const satisfies Options;
type DraftFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

const ROUNDS = { min: 0, max: 20 };

async function draft(
  context: CommandContext,
  client: CoreClient,
  request: DraftRequest,
  flags: DraftFlags,
  signal: AbortSignal,
): Promise<number> {
  const { words, note, out } = context;
  const { improve, draft: said } = words.evals;
  for await (const item of await client.evals.draft(request, { signal })) {
    if (item.kind === 'unusable') note(oneLine(improve.unusable(item.why)));
    else if (item.kind === 'written') note(oneLine(said.written(item.skill)));
    else if (item.kind === 'ran') note(improve.ran(item.number, item.done, item.of));
    else if (item.kind === 'none') {
      noteEnd(context, item);
      note(said.none);
      return item.ended === 'model' ? EXIT.model : EXIT.error;
    } else {
      if (flags.json === true) await printJson(out, item.draft);
      else await report(context, item.draft);
      return EXIT.done;
    }
  }
  note(said.stopped);
  return EXIT.stopped;
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
  help: ({ evals }) => evals.help.draft,
  args: { '<ID>': ({ help }) => help.sessionId },
  options: OPTIONS,
  run(context, [sessionId = ''], flags) {
    const rounds = flags.rounds === undefined ? 2 : wholeIn('--rounds', flags.rounds, ROUNDS, context.words);
    const { cases: _cases, resume: _resume, ...work } = paidRequest(context, flags, 3);
    const request: DraftRequest = { sessionId, rounds, ...work, ...defined({ name: flags.name }) };
    return paidWork(context, flags, request.settings, async (client, { signal }) => {
      try {
        return await draft(context, client, request, flags, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        context.note(context.words.evals.draft.stopped);
        return EXIT.stopped;
      }
    });
  },
});
