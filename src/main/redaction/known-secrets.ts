/** Secrets by the rules of secretlint, a well-kept project: found once, they are removed everywhere. */

/** UTF-16 code units that go through its rules at once: a call costs more than its text. */
const AT_ONCE = 512 * 1024;

export class SecretLinter {
  #waiting: string[] = [];
  #length = 0;
  readonly #onSecret: (secret: string) => void;

  constructor(onSecret: (secret: string) => void) {
    this.#onSecret = onSecret;
  }

  add(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
  }

  /** Looks through what waits, where it is enough or the last. */
  async look(isLast = false): Promise<void> {
    if (this.#length === 0 || (!isLast && this.#length < AT_ONCE)) return;
    const content = this.#waiting.join('\n\n');
    this.#waiting = [];
    this.#length = 0;
    // Large, and only redacted exports need it.
    const [{ lintSource }, { creator }] = await Promise.all([
      import('@secretlint/core'),
      import('@secretlint/secretlint-rule-preset-recommend'),
    ]);
    const { messages } = await lintSource({
      source: { content, filePath: 'session.txt', ext: '.txt', contentType: 'text' },
      options: {
        config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
        noPhysicFilePath: true,
      },
    });
    for (const { range } of messages) this.#onSecret(content.slice(...range));
  }
}
