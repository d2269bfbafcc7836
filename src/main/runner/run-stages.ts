/** Stages of a run as they happen, for the log: when each began, how long it took, what it handled. */
import type { RunStage, RunStageName } from '../../shared/events.ts';

export interface StageFigures {
  readonly files?: number;
  readonly bytes?: number;
}

export class RunStages {
  readonly list: RunStage[] = [];

  /** Also listed if `work` fails. */
  async during<T>(
    name: RunStageName,
    work: () => Promise<T>,
    figures: (result: T) => StageFigures | undefined = () => undefined,
  ): Promise<T> {
    const end = this.begin(name);
    let handled: StageFigures | undefined;
    try {
      const result = await work();
      handled = figures(result);
      return result;
    } finally {
      end(handled);
    }
  }

  begin(name: RunStageName): (figures?: StageFigures) => void {
    const at = new Date().toISOString();
    const from = performance.now();
    return (figures = {}) => {
      const ms = Math.round((performance.now() - from) * 1000) / 1000;
      this.list.push({ name, at, ms, ...figures });
    };
  }
}

export const figuresOf = (files: readonly { readonly bytes: number }[]): Required<StageFigures> => ({
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
});

export const figuresIn = (handled: Required<StageFigures> | undefined): StageFigures | undefined =>
  handled === undefined ? undefined : { files: handled.files, bytes: handled.bytes };
