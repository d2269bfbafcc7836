/** An expected failure of a call. `message` is for the model: what happened, to what, and what would have worked. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}
