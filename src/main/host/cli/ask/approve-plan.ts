/** Shows what an import would bring, and has it approved. */
import { type ImportPlan, type InstallResult, shadowingIn } from '../../../../shared/skill-import.ts';
import type { CommandContext } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import { planText } from '../text/plan-text.ts';
import { oneLine, shownName } from '../text/visible.ts';
import type { Interrupts } from './interrupts.ts';
import { isThereSomebody, question } from './question.ts';

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
