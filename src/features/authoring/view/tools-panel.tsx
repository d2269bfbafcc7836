import { ChevronDown, ChevronRight, CircleCheck, Maximize2, Minimize2, Wrench } from 'lucide-react';
import { type ComponentType, Fragment, useState } from 'react';
import { hasWords, useLanguage, useT, useText } from '../../../renderer/i18n.ts';
import { useFindingWords } from '../../../renderer/shared/words.tsx';
import { Badge, Button, EmptyState, IconButton, notify, Waiting } from '../../../renderer/ui/index.ts';
import { type TabItem, Tabs } from '../../../renderer/ui/on-demand.ts';
import type { Finding, Goto } from '../../../renderer/workbench/code-editor.tsx';
import { SeverityIcon } from '../../../renderer/workbench/table.tsx';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import type { SkillCheck } from '../../../shared/skills/author.ts';
import { AboutPanel, type UpdateDialog } from './about-panel.tsx';
import { CostsPanel, TokensPanel } from './costs-panel.tsx';

const ORDER = ['error', 'warning', 'info'] as const;
/** Max findings of one kind before the rest is folded. */
const MOST_SHOWN = 3;

interface FindingGroup {
  readonly rule: string;
  readonly shown: readonly Finding[];
  /** Further ones of the same rule and severity. */
  readonly folded: readonly Finding[];
}

/** Errors first; of a rule that found many, the first, and the rest on request. The order of the files stays. */
export function groupedFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  return ORDER.flatMap((severity) => {
    const own = findings.filter((finding) => finding.severity === severity);
    return [...Map.groupBy(own, ({ rule }) => rule)].map(([rule, all]) => {
      // A fold for a single one saves nothing.
      const most = all.length === MOST_SHOWN + 1 ? all.length : MOST_SHOWN;
      return { rule, shown: all.slice(0, most), folded: all.slice(most) };
    });
  });
}

/** All findings with the reason for each rule; fixable ones are fixed on request. */
function FindingsPanel({ writable, onGo }: { readonly writable: boolean; readonly onGo: (to: Goto) => void }) {
  const { t, format } = useText();
  const check = useBench((state) => state.check);
  const fix = useFix();
  const [fixing, setFixing] = useState(false);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  if (check === undefined) return <Waiting className="p-4 text-sm">{t('author.findings.checking')}</Waiting>;
  const { findings, rules } = check;
  if (findings.length === 0) {
    return (
      <EmptyState
        className="py-8"
        icon={<CircleCheck className="text-success" />}
        title={t('author.findings.none')}
        description={t('author.findings.noneHint')}
      />
    );
  }
  const fixable = findings.filter((finding) => finding.fixable).length;
  const fixEverything = async (): Promise<void> => {
    setFixing(true);
    await fix();
    setFixing(false);
  };
  return (
    <div>
      {writable && fixable > 0 ? (
        <div className="flex items-center gap-3 border-line border-b px-4 py-2 text-sm">
          <Wrench className="size-4 shrink-0 text-ink-faint" aria-hidden />
          <span>{t('author.findings.fixable', { count: fixable, n: format.number(fixable) })}</span>
          <Button size="sm" busy={fixing} onClick={() => void fixEverything()} className="ml-auto">
            {t('author.findings.fixAll')}
          </Button>
        </div>
      ) : null}
      <ul className="divide-y divide-line">
        {groupedFindings(findings).map(({ rule: id, shown, folded }) => {
          const key = `${shown[0]?.severity} ${id}`;
          const all = unfolded.has(key) ? [...shown, ...folded] : shown;
          return (
            <Fragment key={key}>
              {all.map((finding) => (
                <FindingRow
                  key={JSON.stringify([finding.file, finding.line, finding.column, finding.message])}
                  finding={finding}
                  rule={rules.find((rule) => rule.id === id)}
                  onGo={() => onGo({ path: finding.file, line: finding.line ?? 1, column: finding.column ?? 1 })}
                  onFix={writable && finding.fixable ? () => void fix(id) : undefined}
                />
              ))}
              {all.length > shown.length || folded.length === 0 ? null : (
                <li className="px-4 py-1.5">
                  <Button size="sm" variant="ghost" onClick={() => setUnfolded(new Set([...unfolded, key]))}>
                    {t('author.findings.more', { count: folded.length, n: format.number(folded.length), rule: id })}
                  </Button>
                </li>
              )}
            </Fragment>
          );
        })}
      </ul>
    </div>
  );
}

/** Fixes the findings of one rule, or of all; what was changed can be undone. */
export function useFix(): (rule?: string) => Promise<void> {
  const { t, format } = useText();
  const { fix } = useBenchActions();
  return async (rule) => {
    const done = await fix(rule);
    if (done === undefined) return;
    const said = t('author.findings.fixed', { count: done.fixed, n: format.number(done.fixed) });
    const { undo } = done;
    if (undo === undefined) notify.done(said);
    else notify.undo(said, t('common.undo'), () => void undo());
  };
}

function FindingRow({
  finding,
  rule,
  onGo,
  onFix,
}: {
  readonly finding: Finding;
  readonly rule: SkillCheck['rules'][number] | undefined;
  readonly onGo: () => void;
  readonly onFix: (() => void) | undefined;
}) {
  const { severity, file, line = 1, column = 1, rule: id } = finding;
  const t = useT();
  const { text, language } = useFindingWords()(finding);
  const title = `lint.${id}`;
  const words = rule?.words[useLanguage()];
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li className="px-4 py-2 text-base">
      <div className="flex items-start gap-2.5">
        <span className="mt-0.5 flex">
          <SeverityIcon severity={severity} />
        </span>
        <div className="min-w-0 flex-1">
          <p lang={language} className="break-words">
            {text}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm">
            <button
              type="button"
              className="cursor-default rounded font-mono text-accent-ink text-xs underline-offset-2 hover:underline"
              aria-label={t('author.findings.goTo', { file, line })}
              onClick={onGo}
            >
              {file}:{line}:{column}
            </button>
            <button
              type="button"
              aria-expanded={open}
              className="flex cursor-default items-center gap-0.5 rounded text-ink-soft hover:text-ink"
              onClick={() => setOpen(!open)}
            >
              <Chevron className="size-3.5" aria-hidden />
              <span className="font-mono text-xs">{id}</span>
            </button>
          </p>
          {open && words !== undefined ? (
            <div className="mt-1.5 max-w-prose rounded-panel bg-sunken px-3 py-2 text-sm">
              {hasWords(title) ? <p className="font-medium">{t(title)}</p> : null}
              <p className="mt-1 whitespace-pre-line text-ink-soft">{words.why}</p>
              {words.fix === undefined ? null : <p className="mt-1 text-ink-soft">{words.fix}</p>}
            </div>
          ) : null}
        </div>
        {onFix === undefined ? null : (
          <Button size="sm" aria-label={t('author.findings.fixRule', { rule: id })} onClick={onFix}>
            {t('author.findings.fix')}
          </Button>
        )}
      </div>
    </li>
  );
}

export type ToolTab = 'about' | 'findings' | 'tokens' | 'costs' | 'evals' | 'try';

/** Views of other features. */
export interface PanelParts {
  readonly EvalsPanel: ComponentType<{
    readonly skill: string;
    readonly writable: boolean;
    readonly onGo: (to: Goto) => void;
  }>;
  readonly TryPanel: ComponentType<{ readonly skill: string }>;
  readonly UpdateDialog: UpdateDialog;
}

/** The core's reports on the skill, below the editor. */
export function ToolsPanel({
  skill,
  parts: { EvalsPanel, TryPanel, UpdateDialog },
  writable,
  tab,
  onTab,
  withTokens,
  large,
  onLarge,
  onGo,
}: {
  readonly skill: string;
  readonly parts: PanelParts;
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
  const items: readonly TabItem<ToolTab>[] = [
    {
      value: 'about',
      label: t('author.tabs.about'),
      panel: <AboutPanel skill={skill} UpdateDialog={UpdateDialog} />,
    },
    { value: 'findings', label: <FindingsLabel />, panel: <FindingsPanel writable={writable} onGo={onGo} /> },
    ...(withTokens
      ? [{ value: 'tokens' as const, label: t('common.tokenCount'), panel: <TokensPanel onGo={onGo} /> }]
      : []),
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
  const { t, format } = useText();
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
