import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { createEnvironmentFolders } from '../settings/environments.ts';
import { watchEnvironments } from './environment-sessions.ts';

let home: string;
let watched: { close(): void } | undefined;
beforeEach(() => {
  home = tempFolder();
});
afterEach(() => {
  watched?.close();
});

it('notifies of changes in every settings file, including environments added, removed and added again', async () => {
  const changed = vi.fn();
  watched = watchEnvironments(home, changed);
  /** Waits for the notification of each step before the next. */
  const tells = async (step: () => void) => {
    const before = changed.mock.calls.length;
    step();
    await vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThan(before), { timeout: 10_000 });
  };
  const put = (file: string) => writeFileSync(path.join(home, file), '{}');
  const folders = createEnvironmentFolders(home);
  await tells(() => put('config.jsonc'));
  await tells(() => folders.create('work'));
  await tells(() => put('environments/work/agents.jsonc'));
  await tells(() => {
    put('environments/work/models.jsonc.new');
    renameSync(
      path.join(home, 'environments/work/models.jsonc.new'),
      path.join(home, 'environments/work/models.jsonc'),
    );
  });
  let entry = '';
  await tells(() => {
    entry = folders.remove('work');
  });
  await tells(() => void folders.restore(entry));
  await tells(() => put('environments/work/config.jsonc'));
});
