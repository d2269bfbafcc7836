import type { SettingsTab } from '../../../renderer/store/index.ts';

/** In the dialog's order. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
  ...([
    'model',
    'approvals',
    'mcp',
    'limits',
    'prices',
    'appearance',
    'notices',
    'environments',
    'network',
    'telemetry',
    'archive',
    'data',
  ] as const),
];
