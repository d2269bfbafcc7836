/** The kinds of sandbox that start on this machine: the suites run under each of them. */
import type { ContainerSettings, SandboxKind } from '../../../../shared/sandbox.ts';
import { createRunner } from '../../runner.ts';
import { temporaryHome } from '../../test-kit/home.ts';
import { type ConfiningKind, kindsFor } from '../choose-sandbox.ts';

/** Made by `scripts/lib/container-image.mjs`, by debootstrap, where podman and debootstrap can be had. */
export const TEST_CONTAINER: ContainerSettings = { image: 'localhost/skilldeck-test', program: 'podman' };

export interface Implementation {
  readonly kind: ConfiningKind;
  readonly here: boolean;
  /** Reason why not. */
  readonly reason: string;
}

/** Implementations for this system, best first. */
export async function implementations(): Promise<readonly Implementation[]> {
  return Promise.all(
    kindsFor(process.platform).map(async (kind) => {
      const { home, remove } = temporaryHome();
      const runner = createRunner({ home, sandbox: kind, container: TEST_CONTAINER });
      const { kind: found, reason } = await runner.sandbox();
      remove();
      return { kind, here: found === kind, reason };
    }),
  );
}

export type Protection = ConfiningKind | Extract<SandboxKind, 'none'>;
