/** Asks the user at the terminal. Without a terminal it refuses everything that needs approval. */
import { scriptTitle } from '../../../../shared/approvals/approval-lines.ts';
import type { ApprovalDetail, Decision, EventOf } from '../../../../shared/events.ts';
import type { CommandContext } from '../context.ts';
import { approvalLines } from '../text/approval-lines.ts';
import { askedLines, quoteLines } from '../text/card-text.ts';
import { oneLine, visible } from '../text/visible.ts';
import type { Interrupts } from './interrupts.ts';
import { freshQuestion, isThereSomebody } from './question.ts';

export interface Approvals {
  /** Never throws; an interrupt answers no. */
  ask(event: EventOf<'approval-requested'>): Promise<Decision | 'unasked'>;
}

export function createApprovals(context: CommandContext, interrupts: Interrupts): Approvals {
  const { deps, words, note } = context;
  const someone = isThereSomebody(deps.terminal);
  return {
    async ask({ action, detail }) {
      if (!someone) {
        note(words.approval.noTerminal(oneLine(detail.command ?? detail.path ?? action)));
        return 'unasked';
      }
      for (const line of questionLines(detail, context)) note(line);
      const once = detail.facts === undefined ? detail.needsPerson : detail.facts.offers.length < 2;
      const answer = await freshQuestion(
        deps.terminal,
        once ? words.approval.questionOnce : words.approval.question,
        interrupts,
      );
      const decision = readDecision(answer, once);
      note(words.approval.allowed[decision]);
      return decision;
    },
  };
}

function questionLines(detail: ApprovalDetail, { words, language }: CommandContext): string[] {
  const { approval, t } = words;
  const field = (name: string, value: string | undefined) => {
    if (value === undefined) return [];
    // Exactly what would run, each line of it, never shortened.
    return visible(value)
      .split('\n')
      .map((line, index) => (index === 0 ? `  ${name}: ${line}` : `  ${' '.repeat(name.length)}| ${line}`));
  };
  const server = detail.facts?.server;
  const quote = quoteLines(detail.preview, { words, language }) ?? [];
  const { facts, skill, script } = detail;
  const named = facts?.subject === 'script' && skill !== undefined && script !== undefined;
  return [
    '',
    facts?.trial !== undefined
      ? t('chat.approval.trySkill', { skill: oneLine(facts.trial.skill) })
      : server !== undefined
        ? server.tool === undefined
          ? t('chat.approval.useServer', { server: oneLine(server.name), skill: oneLine(skill ?? '') })
          : t('chat.approval.callTool', { server: oneLine(server.name), tool: oneLine(server.tool) })
        : named
          ? approval[facts.quote === 'first' ? 'quote' : 'script'](oneLine(skill), oneLine(scriptTitle(script)))
          : approval.title,
    ...(facts === undefined ? [] : approvalLines(facts, words)),
    ...quote.map((line) => `  ${line}`),
    ...(detail.compared === undefined ? [] : askedLines(detail.compared, { words, language })),
    ...field(approval.command, detail.command),
    ...field(approval.file, detail.path),
    ...field(approval.folder, detail.cwd),
    ...(facts === undefined ? field(approval.reason, detail.reason) : []),
  ];
}

function readDecision(answer: string, onceOnly: boolean): Decision {
  const word = answer.trim().toLowerCase();
  if (['y', 'yes', '是', '好', '同意'].includes(word)) return 'once';
  if (onceOnly) return 'denied';
  if (['s', 'session', '本会话'].includes(word)) return 'session';
  return ['a', 'always', '总是'].includes(word) ? 'always' : 'denied';
}
