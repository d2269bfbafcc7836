/** The strict stand-in for Duffel of the skill's own tests, and a copy of the bundled skills that knows its address. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SKILLS = path.join(import.meta.dirname, '..', '..', '..', 'skills');
const DETAILS =
  'family=Lovelace, given=Ada, born=1988-03-27, gender=f, phone=+442071838750, email=ada@example.com, passport-country=GB, passport-expires=2099-05-01';

export interface Duffel {
  /** Arguments of Node that start the app over the copied skills, and its environment. */
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Scripts of the copied skill. */
  readonly scripts: string;
  /** The next request of this kind goes wrong. */
  fault(on: string, what: string, more?: object): Promise<void>;
  /** Counts the orders. */
  orders(): Promise<number>;
  close(): Promise<void>;
}

/** Secrets that the person gave the skill. */
const SECRETS = {
  DUFFEL_TOKEN: 'duffel_test_onlyOfTheBrowserStory',
  TRAVELLER_ADA_LOVELACE: DETAILS,
  PASSPORT_ADA_LOVELACE: 'K40917735',
};

/** Lets the skill's scripts search with Duffel in the data folder `home`. */
export async function startDuffel(folder: string, home: string): Promise<Duffel> {
  const child = spawn('python3', [path.join(SKILLS, 'book-flight/tests/duffel_standin.py')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const address = line.toString('utf8').trim();
  const control = async (what: string, body: unknown) => {
    const answer = await fetch(`${address}/_/${what}`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as { readonly orders: readonly unknown[] };
  };

  const skills = path.join(folder, 'bundled');
  cpSync(SKILLS, skills, { recursive: true });
  const manifest = path.join(skills, 'book-flight', 'SKILL.md');
  const host = address.replace('http://', '');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace('DUFFEL_TOKEN: api.duffel.com', `DUFFEL_TOKEN: ${host}`),
  );
  const config = path.join(home, 'config.jsonc');
  const known = JSON.parse(readFileSync(config, 'utf8')) as object;
  const skillVariables = { 'book-flight': { DUFFEL_API_URL: address, FLIGHT_PROVIDER: 'duffel' } };
  writeFileSync(config, JSON.stringify({ ...known, skillVariables }));
  await control('set', { arrive: true });
  return {
    env: { SECRETS: JSON.stringify(SECRETS) },
    program: ['--no-warnings', path.join(import.meta.dirname, 'serve.ts'), skills],
    scripts: path.join(skills, 'book-flight', 'scripts'),
    fault: async (on, what, more = {}) => void (await control('faults', [{ on, do: what, ...more }])),
    orders: async () => (await control('set', {})).orders.length,
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
