/** Times that a program is away from its event loop while it works. */
export interface Waits {
  /** Longest that the event loop was away, in milliseconds: what others on this machine take included. */
  readonly 'longest wait, ms': number;
  /** The most processor time that the core's own thread took between two turns, in milliseconds. */
  readonly 'longest turn, CPU ms': number;
  readonly 'peak memory, MiB': number;
}

export async function waitsDuring(work: () => unknown): Promise<Waits> {
  let last = performance.now();
  let used = process.threadCpuUsage();
  let looks = 0;
  const longest = { wait: 0, turn: 0, memory: 0 };
  const look = (): void => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(used);
    used = process.threadCpuUsage();
    longest.wait = Math.max(longest.wait, now - last);
    longest.turn = Math.max(longest.turn, (user + system) / 1_000);
    // Asking the system for it takes a tenth of a millisecond, which would be a tenth of what is measured.
    if (looks++ % 50 === 0) longest.memory = Math.max(longest.memory, process.memoryUsage.rss());
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return {
    'longest wait, ms': Math.round(longest.wait),
    'longest turn, CPU ms': Math.round(longest.turn),
    'peak memory, MiB': Math.round(longest.memory / 1024 / 1024),
  };
}
