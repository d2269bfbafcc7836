/** Defaults of settings and limits. The built page holds their values alone (electron.vite.config.ts). */
import type { z } from 'zod';
import { NO_LISTS } from '../approvals.ts';
import { type FirstLimit, LIMITS } from './limits.ts';
import { SETTINGS, type SettingName, type SettingRow } from './schema.ts';

type Rows = typeof SETTINGS;
type WithDefault = { [N in SettingName]: Rows[N] extends { default: unknown } ? N : never }[SettingName];

const rows: readonly (readonly [string, SettingRow])[] = Object.entries(SETTINGS);

export const SETTING_DEFAULTS = {
  ...(Object.fromEntries(rows.flatMap(([name, row]) => (row.default === undefined ? [] : [[name, row.default]]))) as {
    readonly [N in WithDefault]: z.infer<Rows[N]['schema']>;
  }),
  commands: NO_LISTS,
  prices: {},
};

export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).flatMap(([name, row]) => (row.inEveryLog ? [[name, row.default]] : [])),
) as Readonly<Record<FirstLimit, number>>;
