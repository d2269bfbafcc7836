/** `skilldeck skills lint [DIR…]`: one line a finding, JSON, or SARIF; `--explain` prints a rule. */

import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CommandContext, command, printJson, withCore } from '../../main/hosts/cli/command.ts';
import { EXIT, type GlobalOptions, oneOf, UsageError } from '../../main/hosts/cli/run-options.ts';
import { oneLine } from '../../main/hosts/cli/text/print.ts';
import type { LintReport } from '../../shared/contract.ts';
import { findingText, findingWords, withAnswer } from '../../shared/messages/failure.ts';

const ALL = 'all';
const FORMATS = ['text', 'json', 'sarif'] as const;

/** Accepts a skill's file for its folder, because that is what an editor has at hand. */
function folderOf(given: string, { words }: CommandContext): string {
  const folder = path.resolve(given);
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return folder;
  if (stat?.isFile() && /^skill\.md$/i.test(path.basename(folder))) return path.dirname(folder);
  throw new UsageError(oneLine(words.usage.noFolder(folder)));
}

function summary({ findings, checked }: LintReport, { words }: CommandContext): string {
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  if (checked === 0) return findings.length === 0 ? words.lint.noSkills : words.lint.noneChecked;
  if (findings.length === 0) return words.lint.clean(checked);
  return words.lint.summary(checked, count('error'), count('warning'), count('info'));
}

/** Relative to where the person is, unless that leads out of there. */
function shortPath(base: string, file: string): string {
  const relative = path.relative(base, file);
  return relative === '' || relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}

/** Prints the rule with this id, or a line for each. */
async function explain(context: CommandContext, options: GlobalOptions, given: string): Promise<number> {
  const { out, words } = context;
  const { rules } = await withCore(context, 'read', options, (client) =>
    client.skills.lintRules({ language: words.language }),
  );
  const found = rules.filter(({ id }) => given === ALL || given === id);
  const [first] = found;
  if (first === undefined) {
    throw new UsageError(words.usage.choice('--explain', oneLine(given), [ALL, ...rules.map(({ id }) => id)]));
  }
  if (options.json === true) await printJson(out, given === ALL ? { rules: found } : first);
  else if (given === ALL) {
    for (const { id, severity, title } of found) await out.line(`${id} ${severity} ${title}`);
  } else {
    const { fixed, notFixed } = words.lint.rule;
    const severity = (first.fix === undefined ? notFixed : fixed)(first.severity);
    const said = [`# ${first.id}`, first.title, severity, first.why, first.fix];
    await out.line(said.filter((part) => part !== undefined).join('\n\n'));
  }
  return EXIT.done;
}

export const lintCommand = command({
  name: 'skills lint',
  args: { '[DIR...]': ({ help }) => help.lintDir },
  options: {
    '--fix': ({ help }) => help.fix,
    '--dry-run': ({ help }) => help.fixDryRun,
    '--format <FORMAT>': oneOf(({ help }) => help.format, FORMATS),
    '--explain <RULE>': ({ help }) => help.explainRule,
  },
  async run(context, given, options) {
    const { out, note, words, deps } = context;
    if (options.explain !== undefined) return explain(context, options, options.explain);
    const { fix = false, dryRun: dry = false } = options;
    if (dry && !fix) throw new UsageError(words.views.usage.needs('--dry-run', '--fix'));
    // `--json` is on every command; `--format` says it for this one, and wins.
    const format = options.format ?? (options.json === true ? 'json' : 'text');
    const dirs = given.map((dir) => folderOf(dir, context));
    const input = { ...(dirs.length === 0 ? {} : { dirs }), ...(fix ? { fix, dry } : {}) };
    const report = await withCore(context, 'read', options, (client) => client.skills.lint(input));
    const { findings, checked, fixed } = report;
    const base = process.cwd();
    for (const change of fixed) {
      const say = dry ? words.lint.wouldFix : words.lint.fixed;
      note(oneLine(say(shortPath(base, change.file), change.rule, findingWords(words.language, change).what)));
      for (const line of format === 'text' ? (change.diff ?? '').trimEnd().split('\n') : []) {
        if (line !== '') await out.line(oneLine(line));
      }
    }
    switch (format) {
      case 'json':
        await printJson(out, {
          findings: findings.map((one) => ({ ...one, ignored: one.ignored ?? null })),
          checked,
          ...(fix ? { fixed } : {}),
        });
        break;
      case 'sarif':
        await printJson(out, sarif(report, deps.version, base));
        break;
      case 'text':
        for (const finding of findings) {
          const { file, line, column, severity, rule } = finding;
          const text = withAnswer(findingText(words.language, finding), finding.ignored);
          await out.line(oneLine(`${shortPath(base, file)}:${line}:${column} ${severity} ${rule} ${text}`));
        }
        note(summary(report, context));
    }
    // A check that looked at nothing must not pass.
    return checked === 0 || findings.some(({ severity }) => severity === 'error') ? EXIT.error : EXIT.done;
  },
});

// Findings as SARIF 2.1.0, which code hosts show beside the lines that they are about.

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
const ROOT = '%SRCROOT%';

/** @param base absolute: paths inside it are written relative to it. */
function sarif({ findings, rules }: LintReport, version: string, base: string): unknown {
  const locationOf = (file: string): unknown => {
    const relative = path.relative(base, file);
    if (relative.startsWith('..') || path.isAbsolute(relative)) return { uri: pathToFileURL(file).href };
    return { uri: relative.split(path.sep).map(encodeURIComponent).join('/'), uriBaseId: ROOT };
  };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Skilldeck',
            semanticVersion: version,
            rules: rules.map(({ id, severity, title, why }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: why },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [ROOT]: { uri: pathToFileURL(`${base}${path.sep}`).href } },
        results: findings.map(({ file, line, column, severity, rule, message }) => ({
          ruleId: rule,
          ruleIndex: rules.findIndex(({ id }) => id === rule),
          level: LEVELS[severity],
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: locationOf(file),
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
}
