/** The SDK's transport over a program that the runner started. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ServedProgram } from '../runner/process/served-program.ts';

/** Bytes of one message. */
export const MAX_MESSAGE = 16 * 1024 * 1024;

export async function stdioTransport(program: ServedProgram): Promise<Transport> {
  const { ReadBuffer, serializeMessage } = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  const buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE });
  const transport: Transport = {
    async start() {
      program.stdout.on('data', (chunk: Buffer) => {
        try {
          buffer.append(chunk);
        } catch (error) {
          transport.onerror?.(asError(error));
          void program.end();
          return;
        }
        for (;;) {
          try {
            const message = buffer.readMessage();
            if (message === null) return;
            transport.onmessage?.(message);
          } catch (error) {
            // A line that is no message: some programs greet on stdout.
            transport.onerror?.(asError(error));
          }
        }
      });
      void program.ended.then(() => transport.onclose?.());
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        program.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      }),
    close: () => program.end(),
  };
  return transport;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
