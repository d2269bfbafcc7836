import { Maximize2, Minimize2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n/index.ts';
import { Badge, IconButton } from '../../../renderer/ui/index.ts';
import { type TabItem, Tabs } from '../../../renderer/ui/on-demand.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { useBench } from '../../../renderer/workbench/use-workbench.ts';
import { EvalsPanel } from '../../evals/view/evals-panel.tsx';
import { TryPanel } from '../../evals/view/try-panel.tsx';
import { AboutPanel } from './about-panel.tsx';
import { CostsPanel, LOADING, SystemPanel, TokensPanel } from './costs-panel.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { RankingPanel } from './ranking-panel.tsx';

export type ToolTab = 'about' | 'findings' | 'tokens' | 'system' | 'ranking' | 'costs' | 'evals' | 'try';

/** The core's reports on the skill, below the editor. */
export function ToolsPanel({
  skill,
  writable,
  tab,
  onTab,
  withTokens,
  large,
  onLarge,
  onGo,
}: {
  readonly skill: string;
  readonly writable: boolean;
  readonly tab: ToolTab;
  readonly onTab: (tab: ToolTab) => void;
  /** Set if the tokens do not fit beside the editor. */
  readonly withTokens: boolean;
  readonly large: boolean;
  readonly onLarge: (large: boolean) => void;
  readonly onGo: (to: Goto) => void;
}) {
  const t = useT();
  const [choice, setChoice] = useState(LOADING);
  const items: readonly TabItem<ToolTab>[] = [
    { value: 'about', label: t('author.tabs.about'), panel: <AboutPanel skill={skill} onGo={onGo} /> },
    { value: 'findings', label: <FindingsLabel />, panel: <FindingsPanel writable={writable} onGo={onGo} /> },
    ...(withTokens
      ? [{ value: 'tokens' as const, label: t('common.tokenCount'), panel: <TokensPanel onGo={onGo} /> }]
      : []),
    { value: 'system', label: t('author.tabs.system'), panel: <SystemPanel choice={choice} onChoose={setChoice} /> },
    { value: 'ranking', label: t('author.tabs.ranking'), panel: <RankingPanel skill={skill} /> },
    { value: 'costs', label: t('author.tabs.costs'), panel: <CostsPanel skill={skill} /> },
    {
      value: 'evals',
      label: t('author.tabs.evals'),
      panel: <EvalsPanel skill={skill} writable={writable} onGo={onGo} />,
    },
    { value: 'try', label: t('common.tryIt'), panel: <TryPanel skill={skill} /> },
  ];
  return (
    <section aria-label={t('author.tabs.label')} className="relative h-full min-h-0 border-line border-t bg-canvas">
      <Tabs
        className="h-full"
        listClassName="mr-11 flex-nowrap overflow-x-auto overflow-y-hidden pb-px [scrollbar-width:none]"
        label={t('author.tabs.label')}
        items={items}
        value={tab === 'tokens' && !withTokens ? 'findings' : tab}
        onChange={onTab}
      />
      {/* The line below the tabs, on to the edge. */}
      <span aria-hidden className="absolute top-9 right-0 h-px w-11 bg-line" />
      <IconButton
        size="sm"
        className="absolute top-1 right-2"
        label={t(large ? 'author.tabs.smaller' : 'author.tabs.larger')}
        aria-pressed={large}
        onClick={() => onLarge(!large)}
      >
        {large ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
      </IconButton>
    </section>
  );
}

function FindingsLabel() {
  const t = useT();
  const format = useFormat();
  const findings = useBench((state) => state.check?.findings);
  const count = findings?.length ?? 0;
  const tone = findings?.some(({ severity }) => severity === 'error') ? 'danger' : 'warning';
  return (
    <>
      {t('author.tabs.findings')}
      {count === 0 ? null : <Badge tone={tone}>{format.number(count)}</Badge>}
    </>
  );
}
