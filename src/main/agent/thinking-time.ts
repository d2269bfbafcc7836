/** Measures reasoning time within one answer: from each first thought to the text or call that follows. */
import type { Clock } from '../lib/timing.ts';
import type { ModelDelta } from './ports.ts';

export class ThinkingTime {
  readonly #clock: Pick<Clock, 'now'>;
  #since: number | undefined;
  #ms = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  saw(type: ModelDelta['type']): void {
    if (type === 'reasoning') this.#since ??= this.#clock.now();
    else this.#end();
  }

  /** Whole milliseconds; an answer that ended while thinking ends the thinking. */
  ms(): number {
    this.#end();
    return Math.round(this.#ms);
  }

  #end(): void {
    if (this.#since === undefined) return;
    this.#ms += this.#clock.now() - this.#since;
    this.#since = undefined;
  }
}
