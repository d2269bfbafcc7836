import type { Words } from '../../shared/messages/types.ts';
import type { firstRun as en } from './words.en.ts';

export const firstRun: Words<typeof en> = {
  label: '初次使用',
  step: '第 {{at}} 步，共 {{of}} 步',
  tryInstead: '先不用密钥，直接试用',
  language: { title: '选择语言' },
  role: {
    title: '你打算怎么用？',
    text: '这决定你会看到多少过程。随时可以用“显示工作过程”更改。',
    travel: '我要出行',
    travelText: '只看对话和行程。',
    write: '我编写技能',
    writeText: '同时显示技能、词元和每一步。',
    review: '我做审查',
    reviewText: '同时显示发给模型的内容和时间。',
  },
  model: {
    title: '选择模型',
    text: 'Skilldeck 用语言模型理解你的话。可以先用内置模型，也可以连接自己的模型，之后可在设置中更改。',
    try: '马上试用',
    tryText: '使用内置的演示模型。可以预订示例航班，无需账号，无需联网。',
    connectText: '使用 OpenAI、DeepSeek、通义千问、Kimi 等服务的密钥，或本机上运行的模型。',
  },
  connect: {
    title: '连接你的模型',
    text: '粘贴你的密钥。Skilldeck 会先测试，通过后才保存。',
    recognised: '这是 {{provider}} 的密钥。',
    connect: '连接',
    slow: '模型如果需要先加载，可能要等一分钟；你可以随时返回。',
  },
};
