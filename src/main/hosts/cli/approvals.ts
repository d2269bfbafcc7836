/** Asks the user at the terminal. Without a terminal it refuses everything that needs approval. */
import { scriptTitle } from '../../../shared/approvals.ts';
import type { ApprovalDetail, Decision, EventOf } from '../../../shared/events.ts';
import { type ImportPlan, type InstallResult, shadowingIn } from '../../../shared/skills/skill-import.ts';
import { freshQuestion, type Interrupts, isThereSomebody, question } from './ask.ts';
import type { CommandContext } from './context.ts';
import { EXIT } from './exit-status.ts';
import { planText } from './text/plan-text.ts';
import { approvalLines, askedLines, quoteLines } from './text/progress.ts';
import { oneLine, shownName, visible } from './text/visible.ts';

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

/** Shows what an import would bring, and has it approved. */
interface Asked {
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly shadow?: boolean | undefined;
}

interface Approved {
  readonly status: number;
  /** Null where it was not approved. */
  readonly installed: InstallResult['installed'] | null;
}

/** Prints the plan, except with `--json`. */
export async function approvePlan(
  context: CommandContext,
  flags: Asked,
  plan: ImportPlan,
  { interrupts, install }: { readonly interrupts: Interrupts; readonly install: () => Promise<InstallResult> },
): Promise<Approved> {
  const { deps, words, out, note } = context;
  const { importSkill } = words;
  if (flags.json !== true) await out.write(`${planText(plan, words).join('\n')}\n`);
  const finish = (status: number, installed: Approved['installed']): Approved => ({ status, installed });
  if (plan.skills.every(({ replaces }) => replaces?.same === true)) {
    note(importSkill.upToDate);
    return finish(EXIT.done, []);
  }
  if (flags.yes !== true) {
    if (!isThereSomebody(deps.terminal)) {
      note(importSkill.nobody);
      return finish(EXIT.refused, null);
    }
    const answer = await question(deps.terminal, importSkill.question(plan.skills.length), interrupts);
    if (interrupts.signal.aborted) return finish(EXIT.stopped, null);
    if (!isYes(answer)) {
      note(importSkill.declined);
      return finish(EXIT.refused, null);
    }
  }
  // A name that shadows another skill needs a separate approval.
  const shadowing = shadowingIn(plan.skills);
  if (shadowing.length > 0 && flags.shadow !== true) {
    for (const { id, findings, alsoAt } of shadowing)
      note(
        oneLine(
          importSkill.shadows(shownName(id, findings), alsoAt.map((one) => `${one.path} (${one.source})`).join(', ')),
        ),
      );
    const asked = isThereSomebody(deps.terminal)
      ? await question(deps.terminal, importSkill.shadowQuestion, interrupts)
      : '';
    if (interrupts.signal.aborted) return finish(EXIT.stopped, null);
    if (!isYes(asked)) {
      note(importSkill.shadowRefused);
      return finish(EXIT.refused, null);
    }
  }
  const { installed } = await install();
  for (const { id, path: place, trashed } of installed) {
    note(oneLine(trashed === undefined ? importSkill.installed(id, place) : importSkill.replaced(id, place, trashed)));
  }
  return finish(EXIT.done, installed);
}

const isYes = (answer: string): boolean => ['y', 'yes', '是', '好', '同意'].includes(answer.trim().toLowerCase());
