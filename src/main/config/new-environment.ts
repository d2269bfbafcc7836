/** The files of a new environment: all of what can be said, as comments. */

const CONFIG = `// Settings of this environment, over those of the data folder's own config.jsonc.
// The names are those of the command line's options. Comments are kept when the app changes something here.
{
  // "model": "local",          // a name from models.jsonc, or a model's id
  // "agent": "researcher",     // of a new conversation; "none" for none
  // "dialect": "omni",
  // "approve": "ask",
  // "maxContext": 128000
}
`;

const AGENTS = `// Agents of this environment by name. Choose one at a new conversation, or with --agent NAME.
{
  // "researcher": {
  //   "description": "Reads and compares, changes nothing.",
  //   "default": true,                        // of a new conversation
  //   "basePrompt": "You compare sources …",  // in place of the app's opening words
  //   "instructions": "Name every source.",   // besides them
  //   "model": "local",                       // a name from models.jsonc, or a model's id
  //   "tools": ["read_file", "grep", "list_dir"],
  //   "skills": ["trip-*", "!trip-planner"]
  // }
}
`;

const MODELS = `// Models of this environment by name, for --model NAME, agents.jsonc and config.jsonc.
{
  // "local": {
  //   "baseUrl": "http://127.0.0.1:8080/v1",
  //   "model": "qwen3",
  //   "apiKeyEnv": "LOCAL_KEY",               // the environment variable that holds the key
  //   "wire": "chat",                         // or "responses", "anthropic"
  //   "headers": { "x-team": "$TEAM" },       // $NAME is an environment variable
  //   "params": { "temperature": 0.2 },       // added to every request
  //   "effort": "low",
  //   "maxOutput": 4096,
  //   "maxContext": 32768,
  //   "prices": { "input": 0.5, "output": 1.5 }   // US dollars for a million tokens
  // }
}
`;

export const NEW_ENVIRONMENT: Readonly<Record<string, string>> = {
  'config.jsonc': CONFIG,
  'agents.jsonc': AGENTS,
  'models.jsonc': MODELS,
};
