/** The core below the sessions: runner, skills, tools and context. */

import packageJson from '../../../package.json' with { type: 'json' };
import { Telemetry, targetOf } from '../../features-core.ts';
import { createContextEngine } from '../context/engine.ts';
import { createRunner } from '../runner/runner.ts';
import { createMediaFiles } from '../runner/workspace/media.ts';
import { configFile } from '../settings/config-file.ts';
import { limitsFile } from '../settings/route.ts';
import { repositories } from '../settings/servers.ts';
import { type Data, modelSource } from './model-source.ts';
import { skillPackages } from './skill-packages.ts';
import { openSkillParts } from './skill-parts.ts';
import { openToolParts } from './tool-parts.ts';

export type CoreParts = Awaited<ReturnType<typeof openParts>>;

export async function openParts(data: Data) {
  const { options, access, host, home, log, disposables, settings, store } = data;
  const reportBug = (error: unknown) => log.error('A bug was caught', error);
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
  const { sandbox = 'auto', container, scriptMemory } = settings.config();
  const models = modelSource(settings, disposables);
  const limits = scriptMemory === undefined ? {} : { memoryBytes: scriptMemory * 1024 ** 2 };
  const runner = disposables.add(
    createRunner({ home, sandbox, container, limits, standby: true, mask: models.mask }),
    (open) => open.close(),
  );
  settings.onChange(() => telemetry?.changed());
  const skillParts = openSkillParts(options, { home, settings, reportBug }, disposables);
  const packages = skillPackages(home, runner, {
    index: (one) => settings.config().packages?.[one === 'python' ? 'pythonIndex' : 'nodeRegistry'],
    asks: options.packages === true ? 'yes' : (options.asks ?? host !== 'cli') ? 'ask' : 'no',
  });
  const below = { home, settings, runner, packages, ...skillParts };
  const { grantDiagnostics, ...toolParts } = openToolParts(below, disposables);
  const media = createMediaFiles(home);
  const context = createContextEngine(
    (model) => store.correction(model),
    ({ sha256 }) => media.read(sha256),
  );
  return {
    ...data,
    reportBug,
    telemetry,
    sandbox,
    container,
    models,
    limits: limitsFile(home),
    runner,
    runWith: runner.runWith,
    ...skillParts,
    ...toolParts,
    packages,
    repositories: repositories(configFile(home), (name) => settings.of(name).file),
    media,
    context,
    /** True if a user can fill in a form. */
    asks: () => (options.asks ?? host !== 'cli') && settings.config().forms !== false,
    diagnostics: () => [...settings.diagnostics(), ...grantDiagnostics(), ...store.notices()],
  };
}
