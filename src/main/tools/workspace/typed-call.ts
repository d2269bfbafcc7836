/** May this be typed into a running program. */

import { isEqual } from '../../../shared/defined.ts';
import { approvalDetail } from '../approval/approval-detail.ts';
import type { Answer, Verdict } from '../approval/approval-policy.ts';
import type { ListWord } from '../approval/policy-lists.ts';
import { type ReadyCall, type RunningProgram, type ToolContext, ToolFailure } from '../types.ts';
import { answerOf, noes, refusalOf, verdictOf, withLists, wordOfLists } from './judged-call.ts';

/** Control characters other than line breaks: what a line becomes by them cannot be read from it. */
const LINE_EDITING = /[^\P{Cc}\r\n]/u;
/** Interrupt, end of input, suspend, quit and Enter: not commands. */
const NO_COMMAND: ReadonlySet<string> = new Set(['\u0003', '\u0004', '\u001a', '\u001c', '\r', '\n', ' ']);

/**
 * Judges input to a program that is not a recognised script as a command (a shell or interpreter may run it). Input to
 * a script is data.
 */
export function judgeTyped(
  line: string,
  program: Pick<RunningProgram, 'command' | 'cwd' | 'isScript'>,
  context: ToolContext,
): Pick<ReadyCall, 'approval' | 'remember'> & { recheck(): Promise<void> } {
  if (program.isScript || [...line].every((key) => NO_COMMAND.has(key))) return { recheck: async () => {} };
  const { cwd } = program;
  let asked: { readonly verdict: Verdict; readonly answer: Answer; readonly list: ListWord } | undefined;
  const look = async () => {
    const verdict: Verdict = LINE_EDITING.test(line)
      ? { kind: 'suspect', reason: 'it holds keys that complete or change what is typed' }
      : await verdictOf({ command: line }, cwd, context);
    const { kind: sandbox } = await context.runner.sandbox();
    const { root } = await context.runner.workspace(context.host.sessionId);
    const listed = wordOfLists({ command: line }, cwd, root, context);
    // The program's reading of the line and its current folder are unknown, so no list may allow typed input.
    const list: ListWord = listed.kind === 'allow' ? { kind: 'silent' } : listed;
    return { verdict, list, sandbox, answer: withLists(answerOf(verdict, context, sandbox), verdict, list, sandbox) };
  };
  return {
    async approval() {
      const now = await look();
      asked = now;
      const { verdict, answer, list, sandbox } = now;
      if (answer === 'allowed') return { kind: 'allowed' };
      const refused = refusalOf(answer, verdict, list);
      if (refused !== undefined) return refused;
      const needsPerson = answer === 'ask-person';
      const detail = approvalDetail({
        command: line,
        cwd,
        verdict,
        needsPerson,
        sandbox,
        hostFolders: [],
        typed: true,
        attached: context.host.attached?.(),
      });
      const reason = `This is typed into the running ${program.command}, which may take it as a command. ${detail.reason}`;
      const facts = { ...detail.facts, into: program.command };
      return { kind: 'ask', action: 'run-command', detail: { ...detail, reason, facts }, ...noes(needsPerson) };
    },
    remember(decision) {
      // Input that needs approval each time was approved only once: do not remember it.
      if (asked?.verdict.kind === 'ordinary' && asked.answer === 'ask')
        context.grants.remember({ key: asked.verdict.key, what: 'command', label: line }, decision);
    },
    async recheck() {
      const now = await look();
      if (asked === undefined ? now.answer === 'allowed' : isEqual(now.verdict, asked.verdict)) return;
      throw new ToolFailure('What this runs has changed since it was allowed, so it was not typed. Call it again.');
    },
  };
}
