import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SkilldeckError } from '../../../shared/errors.ts';

const LOOPBACK = '127.0.0.1';
const HIGHEST_PORT = 65_535;

/** Taken, or not ours to take. */
const OCCUPIED: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES']);

function tryPort(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Listens on loopback alone: on the requested port, else on the remembered one if it is free, else on any.
 * @throws SkilldeckError `bad-input` if the requested port is not available.
 */
export async function listen(
  server: Server,
  asked: number | undefined,
  remembered: number | undefined,
): Promise<number> {
  const first = asked ?? remembered ?? 0;
  if (!Number.isInteger(first) || first < 0 || first > HIGHEST_PORT) {
    throw new SkilldeckError('bad-input', `${first} is not a port: give --port a number from 0 to ${HIGHEST_PORT}.`);
  }
  try {
    return await tryPort(server, first);
  } catch (error) {
    if (!OCCUPIED.has(codeOf(error))) throw error;
    if (asked === undefined) return tryPort(server, 0);
    const why = codeOf(error) === 'EACCES' ? 'is not open to you' : 'is in use by another program';
    throw new SkilldeckError(
      'bad-input',
      `Port ${asked} ${why}. Use another --port, or leave it out to use a free port.`,
    );
  }
}
