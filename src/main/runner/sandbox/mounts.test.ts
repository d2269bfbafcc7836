import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryHome } from '../test-kit/home.ts';
import { boundMounts } from './mounts.ts';

const { home: folder, remove } = temporaryHome();
afterAll(remove);
const at = (...names: string[]): string => path.join(folder, ...names);
const make = (...names: string[]): string => {
  mkdirSync(at(...names), { recursive: true });
  return at(...names);
};
const shown = (bounds: { readable?: string[]; writable?: string[] }, hidden: string[] = []): string[] =>
  boundMounts({ readable: [], writable: [], ...bounds }, hidden).map(
    (mount) => `${mount.how} ${path.relative(folder, mount.at)}`,
  );

it('hooks, settings of repositories and skills stay as they are inside a folder that was granted for writing', () => {
  const project = make('project');
  make('project', '.git', 'hooks');
  writeFileSync(at('project', '.git', 'config'), '');
  make('project', 'packages', 'inner', '.git', 'hooks');
  make('project', '.claude', 'skills');
  expect(shown({ writable: [project] })).toEqual([
    'write project',
    'write project/.git',
    'write project/packages',
    'read project/.claude',
    'write project/packages/inner',
    'read project/.git/hooks',
    'read project/.git/config',
    // It has no settings yet that could be held fast: all of it stays.
    'read project/packages/inner/.git',
  ]);
  expect(shown({ writable: [at('project', '.git', 'hooks')] })).toEqual(['read project/.git/hooks']);
});

it("the app's own data is never given for writing, and is hidden by what holds it", () => {
  const data = make('me', 'data');
  const [skills, work] = [make('me', 'data', 'skills'), make('me', 'data', 'workspaces', 's', 'work')];
  expect(shown({ writable: [at('me'), data, skills, work] }, [data])).toEqual([
    'write me',
    'hidden me/data',
    'read me/data/skills',
    'write me/data/workspaces/s/work',
  ]);
  expect(shown({ writable: [at('me'), work] }, [data])).toEqual([
    'write me',
    'hidden me/data',
    'write me/data/workspaces/s/work',
  ]);
});
