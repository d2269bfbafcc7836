import {
  Bell,
  Coins,
  Gauge,
  HardDrive,
  KeyRound,
  Layers,
  Palette,
  Plug,
  ShieldCheck,
  Users,
  Waypoints,
} from 'lucide-react';
import { useT } from '../../../renderer/i18n/index.ts';
import { type SettingsTab, useActions } from '../../../renderer/store/index.ts';
import { Dialog, Tabs } from '../../../renderer/ui/on-demand.ts';
import { ArchiveSettings } from '../../archive/view/archive-settings.tsx';
import { McpSettings } from '../../mcp/view/mcp-settings.tsx';
import { TelemetrySettings } from '../../telemetry/view/telemetry-settings.tsx';
import { AppearanceSettings, LimitSettings, NoticeSettings } from './appearance-settings.tsx';
import { ApprovalSettings } from './approval-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { EnvironmentSettings } from './environment-settings.tsx';
import { ModelSettings } from './model-settings.tsx';
import { PriceSettings } from './price-settings.tsx';

/** Every change holds at once; only the model is taken over by a button, as it should be tested first. */
export function SettingsDialog({ tab }: { readonly tab: SettingsTab | undefined }) {
  const t = useT();
  const { openDialog } = useActions();
  return (
    <Dialog open={tab !== undefined} onClose={() => openDialog(undefined)} title={t('common.settings')} size="lg" flush>
      <Tabs
        label={t('settings.sections')}
        orientation="vertical"
        className="h-[min(34rem,calc(100dvh-9rem))]"
        value={tab ?? 'model'}
        onChange={(next) => openDialog({ name: 'settings', tab: next })}
        items={[
          { value: 'model', label: t('settings.tab.model'), icon: <KeyRound aria-hidden />, panel: <ModelSettings /> },
          {
            value: 'approvals',
            label: t('settings.tab.approvals'),
            icon: <ShieldCheck aria-hidden />,
            panel: <ApprovalSettings />,
          },
          { value: 'mcp', label: t('settings.tab.mcp'), icon: <Plug aria-hidden />, panel: <McpSettings /> },
          { value: 'limits', label: t('settings.tab.limits'), icon: <Gauge aria-hidden />, panel: <LimitSettings /> },
          { value: 'prices', label: t('settings.tab.prices'), icon: <Coins aria-hidden />, panel: <PriceSettings /> },
          {
            value: 'appearance',
            label: t('settings.tab.appearance'),
            icon: <Palette aria-hidden />,
            panel: <AppearanceSettings />,
          },
          { value: 'notices', label: t('settings.tab.notices'), icon: <Bell aria-hidden />, panel: <NoticeSettings /> },
          {
            value: 'environments',
            label: t('settings.tab.environments'),
            icon: <Layers aria-hidden />,
            panel: <EnvironmentSettings />,
          },
          {
            value: 'telemetry',
            label: t('settings.tab.telemetry'),
            icon: <Waypoints aria-hidden />,
            panel: <TelemetrySettings />,
          },
          {
            value: 'archive',
            label: t('settings.tab.archive'),
            icon: <Users aria-hidden />,
            panel: <ArchiveSettings />,
          },
          { value: 'data', label: t('settings.tab.data'), icon: <HardDrive aria-hidden />, panel: <DataSettings /> },
        ]}
      />
    </Dialog>
  );
}
