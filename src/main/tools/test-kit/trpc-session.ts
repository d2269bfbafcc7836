import { startToolSession, type ToolSession, type ToolSessionOptions } from './tool-session.ts';

/** A session in dialect `trpc`, with JSON results. */
export async function startTrpcSession(options: Omit<ToolSessionOptions, 'first'>): Promise<ToolSession> {
  return startToolSession({
    ...options,
    first: [
      {
        type: 'session-created',
        environment: 'default',
        dialect: 'trpc',
        model: 'm',
        placement: 'system',
        limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 },
        loadMode: 'turn',
        approve: 'ask',
        workspace: '/w',
      },
    ],
  });
}
