import { loadFilesPanel, loadGaugePanel, loadSkillsPanel } from '../../features-view.ts';
import { useT } from '../i18n.ts';
import { type InspectorTab, useActions, useApp, useSessionState, useSimpleView } from '../store/index.ts';
import { later, Spinner } from '../ui/index.ts';
import { Tabs } from '../ui/on-demand.ts';

const FilesPanel = later(
  async () => (await loadFilesPanel()).FilesPanel,
  <p className="flex justify-center py-6">
    <Spinner />
  </p>,
);

const GaugePanel = later(async () => (await loadGaugePanel()).GaugePanel);
const SkillsPanel = later(async () => (await loadSkillsPanel()).SkillsPanel);

/** Column beside the conversation: the context sent to the model, and the resulting files; in the simple view these alone. */
export function InspectorColumn() {
  const simple = useSimpleView();
  return simple ? (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <FilesPanel />
    </div>
  ) : (
    <ContextAndFiles />
  );
}

function ContextAndFiles() {
  const t = useT();
  const tab = useApp((data) => data.inspector);
  const { showInspector } = useActions();
  const results = useSessionState(
    ({ artifacts }) =>
      new Set(artifacts.filter(({ deletedAt }) => deletedAt === undefined).map(({ name }) => name)).size,
  );
  return (
    <Tabs<InspectorTab>
      label={t('files.column')}
      value={tab}
      onChange={showInspector}
      className="flex-1 [&>[role=tablist]]:pt-1 [&>[role=tabpanel]]:overscroll-contain"
      items={[
        {
          value: 'context',
          label: t('common.context'),
          panel: (
            <>
              <GaugePanel />
              <div className="mx-4 border-line border-t" />
              <SkillsPanel />
            </>
          ),
        },
        {
          value: 'files',
          label: results === 0 ? t('common.files') : t('files.tabCount', { n: results }),
          panel: <FilesPanel />,
        },
      ]}
    />
  );
}
