/** The core's skills: where they are looked for, which of them may be used, and the watch over their folders. */
import os from 'node:os';
import path from 'node:path';
import type { AppOptions } from '../api/app-handle.ts';
import { appRoot } from '../lib/app-files.ts';
import type { Disposables } from '../lib/timing.ts';
import { configFile } from '../settings/config-file.ts';
import { createSkillSwitches, trustedFolders } from '../settings/grants.ts';
import { keyFile } from '../settings/keys.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { skillSecrets } from '../settings/skill-secrets.ts';
import { thisMachine } from '../skills/requirements.ts';
import { createSkillWatcher } from '../skills/skill-watcher.ts';
import { environmentSkills } from './environment-sessions.ts';
import { keptFigures } from './kept-figures.ts';
import { createProjectTrust } from './project-trust.ts';
import { createSkillRules } from './skill-rules.ts';
import { hasSecret } from './skill-secrets.ts';

export function openSkillParts(
  options: AppOptions,
  { home, settings, reportBug }: { home: string; settings: SettingsStore; reportBug: (error: unknown) => void },
  disposables: Disposables,
) {
  const folders = trustedFolders(home);
  const projectDir = options.projectDir ?? process.cwd();
  const project = createProjectTrust(folders, projectDir, options.trustProject === true);
  const bundledRoot = options.bundledSkills ?? path.join(appRoot(), 'skills');
  const skills = environmentSkills(settings, {
    home,
    projectDir,
    trust: project,
    userHome: os.homedir(),
    bundledDir: bundledRoot,
    isUnchanged: (roots) => watch.isUnchanged(roots),
  });
  const secrets = skillSecrets(home, options.secretStore ?? keyFile(home, 'skill-secrets.key'));
  const switches = createSkillSwitches(configFile(home), (name) => settings.of(name).file);
  const rules = createSkillRules(
    switches,
    thisMachine((name, skill) => hasSecret(secrets, skill, name)),
    () => settings.environment(),
    project.heldBack,
  );
  const watches = options.host !== 'cli' && options.access === 'write';
  const watch = disposables.add(createSkillWatcher({ libraries: skills.all, watches, reportBug }), (open) =>
    open.close(),
  );
  // A settings file may have switched skills.
  settings.onChange(() => watch.notify());
  return {
    folders,
    project,
    bundledRoot,
    skills,
    library: skills.current,
    secrets,
    switches,
    rules,
    watch,
    stock: { rules, contentOf: watch.contentOf, figures: keptFigures(home) },
  };
}
