/** Evals in the author's view. */
export const evals = {
  checks: {
    completes: 'The run completes',
    loads: 'Loads {{id}}',
    avoids: 'Doesn’t load {{id}}',
    reference: 'Loads the reference {{path}}',
    calls: 'Calls {{name}}',
    callsWith: 'Calls {{name}} with {{given}}',
    writes: 'Writes {{path}}',
    contains: '{{path}} contains “{{part}}”',
    matches: '{{path}} matches /{{source}}/',
    schema: '{{path}} fits its schema',
    answer: 'The answer matches /{{source}}/',
    tokens: 'Takes at most {{most}} tokens',
    seconds: 'Takes at most {{most}} s',
  },
};
