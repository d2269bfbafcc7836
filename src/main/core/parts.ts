/** The core below the sessions: settings, store, runner, skills, tools and context. */
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import type { AppOptions } from '../api/app-handle.ts';
import { configFile } from '../config/config-file.ts';
import { dataFolder } from '../config/data-folder.ts';
import { limitsFile } from '../config/endpoint-limits.ts';
import { keyFile } from '../config/key-file.ts';
import { repositories } from '../config/repositories.ts';
import { createSettings } from '../config/settings.ts';
import { createContextEngine } from '../context/engine.ts';
import type { Disposables } from '../lib/disposables.ts';
import { createFileLog, silentLog } from '../lib/log.ts';
import { createMediaFiles } from '../runner/artifacts/media-files.ts';
import { createRunner } from '../runner/runner.ts';
import { openStore } from '../store/store.ts';
import { targetOf } from '../telemetry/live/target.ts';
import { Telemetry } from '../telemetry/live/telemetry.ts';
import { cliConfig } from './cli-config.ts';
import { modelSource } from './model-source.ts';
import { openSkillParts } from './skill-parts.ts';
import { terminalText } from './terminal-text.ts';
import { openToolParts } from './tool-parts.ts';

export type CoreParts = Awaited<ReturnType<typeof openParts>>;

export async function openParts(options: AppOptions, disposables: Disposables) {
  const { access, host } = options;
  const home = dataFolder(options.home);
  const log = access === 'write' ? createFileLog(path.join(home, 'skilldeck.log')) : silentLog;
  const reportBug = (error: unknown) => log.error('A bug was caught', error);
  const settings = createSettings({ home, given: cliConfig(options), keys: options.keyStore ?? keyFile(home) });
  // Wrong usage is reported before anything is opened or made.
  if (options.environment !== undefined) settings.folders.assertThere(options.environment);
  const store = disposables.add(
    openStore({
      home,
      access,
      terminal: terminalText(home),
      onBackupFailure: (error) => log.error('A backup could not be made', error),
    }),
    (open) => open.close(),
  );
  const telemetry =
    access === 'write'
      ? disposables.add(
          new Telemetry({
            home,
            version: packageJson.version,
            store,
            target: () => targetOf(settings.config().telemetry, process.env),
            log,
          }),
          (open) => open.close(),
        )
      : undefined;
  const { sandbox = 'auto', container } = settings.config();
  const models = modelSource(settings, disposables);
  const runner = disposables.add(
    await createRunner({ home, sandbox, container, standby: true, mask: models.mask }),
    (open) => open.close(),
  );
  settings.onChange(() => telemetry?.changed());
  const skillParts = openSkillParts(options, { home, settings, reportBug }, disposables);
  const { grantDiagnostics, ...toolParts } = openToolParts({ home, settings, runner, ...skillParts }, disposables);
  const media = createMediaFiles(home);
  const context = createContextEngine(
    (model) => store.correction(model),
    ({ sha256 }) => media.read(sha256),
  );
  return {
    options,
    access,
    host,
    home,
    log,
    reportBug,
    disposables,
    settings,
    store,
    telemetry,
    sandbox,
    container,
    models,
    limits: limitsFile(home),
    runner,
    runWith: (script: string) => runner.runWith(script),
    ...skillParts,
    ...toolParts,
    repositories: repositories(configFile(home), (name) => settings.of(name).file),
    media,
    context,
    /** True if a user can fill in a form. */
    asks: () => (options.asks ?? host !== 'cli') && settings.config().forms !== false,
    diagnostics: () => [...settings.diagnostics(), ...grantDiagnostics(), ...store.notices()],
  };
}
