/** A question's facts in the words of the terminal. */
import type { ApprovalFacts } from '../../../../shared/approvals/approval-facts.ts';
import { factLines } from '../../../../shared/approvals/approval-lines.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { visible } from './visible.ts';

export function approvalLines(facts: ApprovalFacts, { t, approval }: CliWords): string[] {
  return factLines(facts).map(({ code, items, tone }) => {
    const text = t(`chat.approval.fact.${code}`, { items: items.map(visible).join(approval.between) });
    return `  ${tone === 'warns' ? '!' : tone === 'grants' ? '+' : '-'} ${text}`;
  });
}
