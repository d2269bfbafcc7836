/** Settings and sessions, which the core works on. All that can keep an app from opening is found here. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AppOptions } from '../api/app-handle.ts';
import { createFileLog, silentLog } from '../lib/crash-records.ts';
import type { Disposables } from '../lib/timing.ts';
import { dataFolder } from '../settings/environments.ts';
import { keyFile } from '../settings/keys.ts';
import { createSettings } from '../settings/settings.ts';
import { openStore } from '../store/store.ts';
import { cliConfig } from './cli-config.ts';
import { terminalText } from './terminal-text.ts';

export type Data = ReturnType<typeof openData>;

/** @throws SkilldeckError `home-in-use`, `home-unusable`, `database-newer`, `database-damaged`, `bad-input`. */
export function openData(options: AppOptions, disposables: Disposables) {
  const { access, host } = options;
  const home = dataFolder(options.home);
  const log = access === 'write' ? createFileLog(path.join(home, 'skilldeck.log')) : silentLog;
  const settings = createSettings({ home, given: cliConfig(options), keys: options.keyStore ?? keyFile(home) });
  // Wrong usage is reported before anything is opened or made.
  if (options.environment !== undefined) settings.folders.assertThere(options.environment);
  const isNew = !existsSync(path.join(home, 'skilldeck.db'));
  const store = disposables.add(
    openStore({
      home,
      access,
      terminal: terminalText(home),
      onBackupFailure: (error) => log.error('A backup could not be made', error),
    }),
    (open) => open.close(),
  );
  const isUnused = (): boolean => {
    const { welcomed = false, baseUrl = '' } = settings.config();
    return isNew && !welcomed && baseUrl === '';
  };
  return { isUnused, options, access, host, home, log, disposables, settings, store };
}
