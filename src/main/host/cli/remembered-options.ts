/** What a session was given that has to be known before the core is built: its environment and its skills' folders. */
import { parseEvent } from '../../../shared/events.ts';
import { type CommandContext, withCore } from './context.ts';
import type { GlobalOptions } from './global-options.ts';

/** `options` with what the session remembers in the place of what is not given anew. */
export async function withRemembered<T extends GlobalOptions>(
  context: CommandContext,
  sessionId: string | undefined,
  options: T,
): Promise<T> {
  if (sessionId === undefined || (options.env !== undefined && options.skills !== undefined)) return options;
  const { home } = options;
  const raw = await withCore(context, 'read', home === undefined ? {} : { home }, (client) =>
    client.sessions.events({ sessionId }),
  );
  const remembered: { env?: string; skills?: readonly string[] } = {};
  for (const event of raw.map((item) => parseEvent(item))) {
    if (event.type !== 'session-created' && event.type !== 'settings-changed') continue;
    if (event.environment !== undefined) remembered.env = event.environment;
    if (event.pinned?.skills !== undefined) remembered.skills = event.pinned.skills;
  }
  return { ...remembered, ...options };
}
