/**
 * `npm run release -- VERSION`: checks, sets the version, moves what the changelog holds under it, commits and tags. The tag,
 * once pushed, starts `.github/workflows/release.yml`, which runs `npm run release -- --files`.
 * `--dry-run [VERSION]` does all of it that can be done here, and changes nothing outside `dist/release`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { isNewer, notesOf, unreleased, withVersion } from './lib/changelog.mjs';
import { ensurePackages } from './lib/install.mjs';
import { onPath, ROOT } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { runScript, Stop, say } from './lib/say.mjs';

const FOLDER = path.join(ROOT, 'dist', 'release');
const read = (/** @type {string} */ name) => readFileSync(path.join(ROOT, name), 'utf8');

/** @param {string} command @param {readonly string[]} args @returns {Promise<string>} */
async function output(command, args) {
  const result = await run(command, args);
  if (result.status !== 0) throw new Stop(`${command} ${args.join(' ')} failed.\n${result.output.trim()}`);
  return result.output;
}

/** @typedef {{ name: string, ok: boolean, remedy: string }} Check */

/** Conditions for releasing a version. @param {string} version @param {string} current @returns {Promise<Check[]>} */
async function checks(version, current) {
  const git = async (/** @type {readonly string[]} */ args) => (await run('git', args)).output.trim();
  return [
    {
      name: `${version} comes after ${current}`,
      ok: isNewer(version, current),
      remedy: 'Name a newer version: npm run release -- 1.2.3',
    },
    {
      name: 'the changelog has something unreleased',
      ok: unreleased(read('CHANGELOG.md')) !== '',
      remedy: 'Write what people will notice under "Unreleased" in CHANGELOG.md.',
    },
    {
      name: 'everything is committed',
      ok: (await git(['status', '--porcelain'])) === '',
      remedy: 'Commit or discard your changes.',
    },
    {
      name: 'the branch is main',
      ok: (await git(['rev-parse', '--abbrev-ref', 'HEAD'])) === 'main',
      remedy: 'Switch to main.',
    },
    {
      name: `the tag v${version} is free`,
      ok: (await git(['tag', '--list', `v${version}`])) === '',
      remedy: 'Choose another version, or delete the tag.',
    },
  ];
}

/** CycloneDX: the packages that are installed with this one, and those whose code the build holds. @param {string} npm */
async function billOfMaterials(npm) {
  const bill = JSON.parse(
    await output(npm, ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=silent']),
  );
  const built = new Set(
    [...read('out/THIRD-PARTY-NOTICES.md').matchAll(/^## (\S+) (\S+)/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    ),
  );
  const isDevelopment = (/** @type {any} */ component) =>
    component.properties?.some(
      (/** @type {any} */ { name, value }) => name.endsWith(':development') && value === 'true',
    );
  bill.components = bill.components.filter(
    (/** @type {any} */ one) =>
      !isDevelopment(one) ||
      built.has(`${one.name}@${one.version}`) ||
      built.has(`${one.group}/${one.name}@${one.version}`),
  );
  const kept = new Set(bill.components.map((/** @type {any} */ one) => one['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter((/** @type {any} */ one) => kept.has(one.ref) || one.ref === bill.metadata.component['bom-ref'])
    .map((/** @type {any} */ one) => ({
      ...one,
      dependsOn: one.dependsOn.filter((/** @type {string} */ ref) => kept.has(ref)),
    }));
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** Everything a release holds that this system can build, but the desktop app. @param {string} notes */
async function buildFiles(notes) {
  await ensurePackages();
  await ensureBuild();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const npm = onPath(['npm']) ?? 'npm';
  await output(npm, ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', FOLDER]);
  writeFileSync(path.join(FOLDER, 'skilldeck.cdx.json'), await billOfMaterials(npm));
  writeFileSync(path.join(FOLDER, 'NOTES.md'), `${notes}\n`);
  const sums = readdirSync(FOLDER)
    .filter((name) => name !== 'NOTES.md')
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(FOLDER, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(path.join(FOLDER, 'SHA256SUMS'), sums.join(''));
  say(`✓ ${path.relative(ROOT, FOLDER)}\n${sums.join('').trimEnd()}`);
}

/** @param {string} version @param {string} current */
async function giveVersion(version, current) {
  const npm = onPath(['npm']) ?? 'npm';
  await output(npm, ['version', version, '--no-git-tag-version', '--loglevel=error']);
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(path.join(ROOT, 'CHANGELOG.md'), withVersion(read('CHANGELOG.md'), version, today));
  const hook = '.pre-commit-hooks.yaml';
  writeFileSync(path.join(ROOT, hook), read(hook).replace(`skilldeck@${current} `, `skilldeck@${version} `));
  await output('git', ['commit', '-qam', `chore(release): ${version}`]);
  await output('git', ['tag', '-a', `v${version}`, '-m', `Skilldeck ${version}`]);
  say(`✓ ${version} is committed and tagged. Publish it: git push origin main v${version}`);
}

/** @param {string} current the next patch */
const nextPatch = (current) =>
  current.replace(/(\d+)(-.*)?$/, (_all, patch, before) => (before ? patch : `${Number(patch) + 1}`));

await runScript(async () => {
  const args = process.argv.slice(2);
  const isDry = args.includes('--dry-run');
  const given = args.find((arg) => !arg.startsWith('-'));
  const current = JSON.parse(read('package.json')).version;
  if (args.includes('--files')) {
    const tag = process.env.GITHUB_REF_NAME;
    if (tag !== undefined && tag !== `v${current}`) throw new Stop(`The tag ${tag} is not the version ${current}.`);
    const notes = notesOf(read('CHANGELOG.md'), current);
    if (notes === '')
      throw new Stop(`CHANGELOG.md has no section ${current}. Release with: npm run release -- ${current}`);
    await buildFiles(notes);
    return 0;
  }
  if (given === undefined && !isDry) throw new Stop('Name the version: npm run release -- 1.2.3, or try --dry-run.');
  const version = given ?? nextPatch(current);
  const done = await checks(version, current);
  for (const { name, ok, remedy } of done) say(ok ? `✓ ${name}` : `✗ ${name}. ${remedy}`);
  if (isDry) {
    await buildFiles(unreleased(read('CHANGELOG.md')));
    say(
      `Nothing was changed. Left to do: the version ${version} in package.json and CHANGELOG.md, a commit and its tag;`,
    );
    say(
      'tests on three systems, desktop packages, signatures, provenance and publishing (.github/workflows/release.yml).',
    );
    return 0;
  }
  if (done.some(({ ok }) => !ok)) return 1;
  await giveVersion(version, current);
  return 0;
});
