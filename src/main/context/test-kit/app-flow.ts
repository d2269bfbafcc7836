/** The whole app behind its contract, over real folders, SQLite and scripts; only the model is scripted. */
import path from 'node:path';
import type { SessionSettings } from '../../../shared/contract.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { type Client, eventsOf, openApp, turn } from '../../core/test-kit/open-app.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { type ScriptedModel, type ScriptedStep, startScriptedModel } from '../../models/test-kit/scripted-model.ts';
import { makeSkillTree, type SkillTree } from '../../skills/test-kit/skill-tree.ts';

export interface AppFlow {
  readonly client: Client;
  readonly model: ScriptedModel;
  readonly sessionId: string;
  readonly skills: SkillTree;
  /** A user message and its run, in which the model takes these steps; every approval is given. */
  turn(text: string, ...steps: readonly ScriptedStep[]): Promise<void>;
  events(): Promise<readonly SessionEvent[]>;
  /** The bytes of each request so far, with placeholders for what is this machine's or this run's own. */
  posted(): readonly string[];
  close(): Promise<void>;
}

export async function startAppFlow(
  settings: SessionSettings,
  files: Readonly<Record<string, string>>,
): Promise<AppFlow> {
  const home = tempFolder();
  const skills = makeSkillTree(files);
  const model = await startScriptedModel([]);
  const app = await openApp({
    home,
    systemLanguage: 'en',
    skillRoots: ['none', skills.dir],
    model: { baseUrl: model.url, model: 'gpt-4o' },
  });
  const { client } = app;
  const { sessionId } = await client.sessions.create(settings);
  const scripts = (await client.skills.list({})).skills.flatMap((skill) => skill.scripts);
  const programs = scripts.map(({ path: file, runWith }) => {
    const known = { '.py': '<python>', '.js': '<node>', '.sh': '<bash>' }[path.extname(file)] ?? '<program>';
    return [runWith.slice(0, runWith.indexOf(skills.dir)).trim(), known] as const;
  });

  return {
    client,
    model,
    sessionId,
    skills,
    events: () => eventsOf(client, sessionId),
    async turn(text, ...steps) {
      model.add(...steps);
      await turn(client, sessionId, text);
    },
    posted: () => model.requests.map(({ json }) => masked(json, { home, skills: skills.dir, sessionId, programs })),
    async close() {
      await app.close();
      await model.close();
    },
  };
}

interface OwnToThisRun {
  readonly home: string;
  readonly skills: string;
  readonly sessionId: string;
  /** Programs that run a script here, each with its placeholder. */
  readonly programs: readonly (readonly [string, string])[];
}

function masked(json: string, { home, skills, sessionId, programs }: OwnToThisRun): string {
  const written = (text: string) => JSON.stringify(text).slice(1, -1);
  let text = json;
  for (const [program, known] of programs) {
    // `FILE.py` is in the Workspace section, a script's own path where a skill names its scripts.
    for (const file of ['FILE', skills]) text = text.replaceAll(`\`${written(program)} ${file}`, `\`${known} ${file}`);
  }
  return (
    text
      .replaceAll(skills, '<skills>')
      .replaceAll(home, '<home>')
      .replaceAll(sessionId, '<session>')
      .replaceAll(/(\*\*Today\*\*: )\w+ [\d-]+ \([^)]+\)/g, '$1<today>')
      // The length of a path changes the tokens of the text around it.
      .replaceAll(/(loaded successfully \(|unloaded: )\d+ tokens/g, '$1<n> tokens')
      .replaceAll(/(duration_ms\\+":)\d+/g, '$1<ms>')
  );
}
