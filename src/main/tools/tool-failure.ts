/** An expected failure of a call. `message` is what the model is told: what happened, to what, and what would have worked. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}
