import type { ComponentType } from 'react';
import { useT } from '../../../i18n/index.ts';
import { Approvals, FailedSteps, SlowSteps } from './step-costs.tsx';
import { KindCosts, ReferenceCosts, SkillCosts, ToolCosts, TurnCosts } from './token-costs.tsx';
import type { CostTableProps } from './use-cost-columns.tsx';

export const COST_TABS = ['turns', 'skills', 'tools', 'references', 'kinds', 'slow', 'errors', 'approvals'] as const;
export type CostTab = (typeof COST_TABS)[number];

/** Each with the dearest or the slowest first. */
const TABLES: Readonly<Record<CostTab, ComponentType<CostTableProps>>> = {
  turns: TurnCosts,
  skills: SkillCosts,
  tools: ToolCosts,
  references: ReferenceCosts,
  kinds: KindCosts,
  slow: SlowSteps,
  errors: FailedSteps,
  approvals: Approvals,
};

export function CostTables({ tab, ...props }: Omit<CostTableProps, 'texts'> & { readonly tab: CostTab }) {
  const t = useT();
  const Table = TABLES[tab];
  return <Table {...props} texts={{ label: t(`library.costs.tab.${tab}`), empty: t(`library.costs.none.${tab}`) }} />;
}
