/** Reasons why Skilldeck refused a tool call. What the model reads about it is the call's result, in English. */
export const refusals = {
  stopped: 'Not run: you stopped the run before this call.',
  ended: 'Not run: the run ended before this call.',
  'too-many': 'Not run: one answer may make {{most}} calls.',
  undecided: 'Not run yet: you wrote something first.',
  denied: 'Not run: you declined.',
  unasked: 'Not run: it needed approval and no one was available.',
  off: 'Not run: commands are turned off in this conversation. Only scripts of built-in skills run.',
  'trials-off': 'Not run: trials of skills are turned off in this conversation.',
  'servers-off': 'Not run: tools of MCP servers are turned off in this conversation.',
  unconfined:
    "Not run: the script belongs to the skill {{skill}}, which didn't come with Skilldeck, and no sandbox can confine it here.",
  'terminal-unusable':
    "Not run: no script can start, because Skilldeck's terminal part for {{system}} can't be loaded ({{why}}). Install Skilldeck again, in the build for this computer's system and processor.",
  listed: 'Not run: your list of blocked commands contains {{rule}}.',
};
