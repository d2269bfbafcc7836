/** Headers of a person's own: their values are secrets, kept by address in the key store or read from the environment. */
import { detailed } from '../../shared/messages/detail.ts';
import { expandVariables, type HeaderTemplates, variablesIn } from '../../shared/models/model-options.ts';
import type { Keyring } from './keyring.ts';

/** Returns what may be stored and shown: values that name environment variables; others become `null`. */
export function masked(headers: HeaderTemplates): HeaderTemplates {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value !== null && variablesIn(value).length > 0 ? value : null,
    ]),
  );
}

/** Puts literal values into the key store. @returns what may be stored elsewhere. */
export async function keepHeaders(ring: Keyring, baseUrl: string, headers: HeaderTemplates): Promise<HeaderTemplates> {
  const kept = masked(headers);
  const literal = Object.entries(headers).filter(
    (entry): entry is [string, string] => entry[1] !== null && kept[entry[0]] === null,
  );
  await ring.setHeaders(baseUrl, Object.fromEntries(literal));
  return kept;
}

/** The headers as they are sent. @throws SkilldeckError `config-invalid`, naming the variable or header that has no value. */
export async function sentHeaders(
  ring: Keyring,
  baseUrl: string,
  headers: HeaderTemplates,
  env: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, string>>> {
  const variable = (header: string) => (name: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    throw detailed('config-invalid', 'header-variable-empty', { variable: name, header });
  };
  const entries = Object.entries(headers).map(async ([name, value]) => {
    const stored = value ?? (await ring.header(baseUrl, name));
    if (stored === undefined) {
      throw detailed('config-invalid', 'header-value-missing', { header: name, server: new URL(baseUrl).origin });
    }
    return [name, value === null ? stored : expandVariables(stored, variable(name))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
