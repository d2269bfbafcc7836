/** Findings as SARIF 2.1.0, which code hosts show beside the lines that they are about. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LintReport } from '../../../../shared/contract.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
const ROOT = '%SRCROOT%';

/** @param base absolute: paths inside it are written relative to it. */
export function sarif({ findings, rules }: LintReport, version: string, base: string): unknown {
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
