/** Repositories of skills: what is wrong with one. */
export const repositories = {
  fault: {
    address: 'Its address can’t be used: {{detail}}',
    unreachable: 'It can’t be reached: {{detail}}',
    'sign-in': 'It refused to sign you in: {{detail}}',
    timeout: 'It took too long: {{detail}}',
    damaged: 'What it sent is damaged: {{detail}}',
    missing: 'It wasn’t found: {{detail}}',
    refused: 'It can’t be used: {{detail}}',
  },
};
