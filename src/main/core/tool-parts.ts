/** The tools of the core's models, and what the person allowed for good. */

import { NO_LISTS } from '../../shared/approvals.ts';
import type { Runner } from '../runner/runner.ts';
import { grantsFile } from '../settings/grants.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { SkillSecrets } from '../settings/skill-secrets.ts';
import type { SkillLibrary } from '../skills/types.ts';
import { createTools } from '../tools/registry.ts';
import type { FeaturePorts } from './core.ts';
import type { SkillPackages } from './skill-packages.ts';
import { secretsForTools } from './skill-secrets.ts';

interface Below {
  readonly home: string;
  readonly settings: SettingsStore;
  readonly runner: Runner;
  readonly packages: SkillPackages;
  readonly library: SkillLibrary;
  readonly secrets: SkillSecrets;
  readonly bundledRoot: string;
}

export function openToolParts(below: Below, ports: FeaturePorts) {
  const { home, settings, runner, packages, library, secrets, bundledRoot } = below;
  const always = grantsFile(home);
  const ofSessions = grantsFile(home, 'session');
  const tools = createTools({
    runner,
    packages,
    library,
    bundledRoot,
    always,
    ofSessions,
    workshop: async () => ports.workshop?.(),
    secrets: secretsForTools(secrets),
    servers: () => ports.toolSource,
    commandLists: (environment) => settings.of(environment).config().commands ?? NO_LISTS,
    skillVariables: (environment, skill) => settings.of(environment).config().skillVariables?.[skill] ?? {},
  });
  return {
    tools,
    isGranted: (key: string, sessionId: string) =>
      always.list().some((grant) => grant.key === key) ||
      ofSessions.list().some((grant) => grant.key === key && grant.sessionId === sessionId),
    grantDiagnostics: () => [...always.diagnostics(), ...ofSessions.diagnostics()],
  };
}
