/** Extra parameters of a model: what they may not set, as the session itself decides it. */

/** Fields of a request's body, on any wire, that hold the conversation, and the model that the session names. */
export const OWN_BODY_FIELDS: readonly string[] = [
  'model',
  'messages',
  'input',
  'instructions',
  'system',
  'tools',
  'previous_response_id',
  'conversation',
];
