import { parseArgs } from 'node:util';
import type { AppOptions } from '../../api/app-handle.ts';

/**
 * Options from the command line. Electron's and Chromium's own switches are among them, so unknown ones are skipped.
 * @param argv `process.argv`
 */
export function electronArguments(
  argv: readonly string[],
): Pick<AppOptions, 'home' | 'environment' | 'skillRoots' | 'model'> & { readonly doctor: string | undefined } {
  const { values } = parseArgs({
    args: argv.slice(1),
    strict: false,
    options: {
      home: { type: 'string' },
      env: { type: 'string' },
      skills: { type: 'string', multiple: true },
      'base-url': { type: 'string' },
      'api-key-env': { type: 'string' },
      model: { type: 'string' },
      doctor: { type: 'string' },
    },
  });
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const roots = Array.isArray(values.skills) ? values.skills.filter((root) => typeof root === 'string') : undefined;
  return {
    home: text(values.home),
    /** A file: the app examines itself, writes there what held, and quits. */
    doctor: text(values.doctor),
    environment: text(values.env),
    skillRoots: roots,
    model: { baseUrl: text(values['base-url']), apiKeyEnv: text(values['api-key-env']), model: text(values.model) },
  };
}
