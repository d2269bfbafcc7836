import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { detailed } from '../../../shared/messages/detail.ts';

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
  if (!Number.isInteger(first) || first < 0 || first > HIGHEST_PORT)
    throw detailed('bad-input', 'port-form', { port: first, most: HIGHEST_PORT });
  try {
    return await tryPort(server, first);
  } catch (error) {
    if (!OCCUPIED.has(codeOf(error))) throw error;
    if (asked === undefined) return tryPort(server, 0);
    throw detailed('bad-input', codeOf(error) === 'EACCES' ? 'port-closed' : 'port-taken', { port: asked });
  }
}
