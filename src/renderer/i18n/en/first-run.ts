export const firstRun = {
  label: 'First steps',
  step: 'Step {{at}} of {{of}}',
  next: 'Go on',
  back: 'Back',
  skip: 'Skip',
  tryInstead: 'Try it without a key',
  language: { title: 'Which language do you speak?' },
  model: {
    title: 'How would you like to begin?',
    text: 'Skilldeck needs a language model to understand you. You can change this at any time in the settings.',
    try: 'Try it now',
    tryText:
      'With the small demo model inside. It can book sample flights, needs no account and works without a network.',
    connect: 'Connect a model',
    connectText: 'With a key from OpenAI, DeepSeek, Qwen, Kimi and others, or a model that runs on this computer.',
  },
  connect: {
    title: 'Connect your model',
    text: 'Paste your key. Skilldeck tries it out before it keeps it.',
    recognised: 'A key of {{provider}}.',
    connect: 'Connect',
    testing: 'Trying it out…',
  },
  ready: {
    title: 'All set',
    demo: 'You are using the demo model. It knows about flights and nothing else; its flights are made up.',
    model: 'Connected to {{model}}.',
    talk: 'Say in your own words what you need, such as “I would like to fly from Beijing to Tokyo tomorrow”.',
    ask: 'Before anything is booked or changed on your computer, you are asked.',
    here: 'Your conversations stay on this computer.',
    start: 'Start',
  },
};
