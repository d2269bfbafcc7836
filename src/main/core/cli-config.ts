/** Settings from the command line: they override the file while the program runs. */
import type { SessionSettings } from '../../shared/contract.ts';
import { DIALECT_SETTINGS } from '../../shared/dialects.ts';
import { DEFAULT_LIMITS, SETTING_DEFAULTS } from '../../shared/settings/defaults.ts';
import { firstLimits } from '../../shared/settings/limits.ts';
import type { AppOptions } from '../api.ts';
import type { SessionDefaults } from '../session/live-session.ts';
import type { Config } from '../settings/config-file.ts';
import { defaultContext, optionsOf } from '../settings/models.ts';
import type { SettingsStore } from '../settings/settings.ts';

export function cliConfig({ environment, skillRoots, model }: AppOptions): Config {
  return {
    ...(environment === undefined ? {} : { env: environment }),
    ...(skillRoots === undefined || skillRoots.length === 0 ? {} : { skills: [...skillRoots] }),
    ...(model?.baseUrl === undefined ? {} : { baseUrl: model.baseUrl }),
    ...(model?.apiKeyEnv === undefined ? {} : { apiKeyEnv: model.apiKeyEnv }),
    ...(model?.model === undefined ? {} : { model: model.model }),
    ...optionsOf(model ?? {}),
  };
}

/** Settings of a new session where it is given none. */
export function sessionDefaults(settings: SettingsStore, given: SessionSettings = {}): SessionDefaults {
  const environment = given.environment ?? settings.environment();
  const config = settings.of(environment).config();
  const dialect = given.dialect ?? config.dialect ?? SETTING_DEFAULTS.dialect;
  const model = given.model ?? config.model ?? '';
  const { placements, loadMode } = DIALECT_SETTINGS[dialect];
  // A file's placement is for all sessions: a dialect that does not honour it has its own.
  const configured = placements.find((placement) => placement === config.placement);
  return {
    environment,
    dialect,
    model,
    loadMode: given.loadMode ?? config.loadMode ?? loadMode,
    placement: given.placement ?? configured ?? placements[0],
    approve: given.approve ?? config.approve ?? SETTING_DEFAULTS.approve,
    limits: firstLimits(DEFAULT_LIMITS, given.limits, config, { maxContext: defaultContext(model) }),
  };
}
