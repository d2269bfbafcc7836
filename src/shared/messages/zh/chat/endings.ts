import type * as en from '../../en/chat/endings.ts';
import type { Words } from '../../types.ts';

export const end: Words<typeof en.end> = {
  details: '详细信息',
  errorTitle: '这次回答没能完成',
  maxIterations: '已达到每条消息 {{count}} 步的上限，任务尚未完成。',
  stopped: '你在这里停止了。',
  branched: '从运行途中分支。到这里为止的内容都已包含。',
  interrupted: '已中断：Skilldeck 在运行时被关闭。到这里为止的内容都已保存。',
  refused: '最后一步被拒绝，运行已停止。',
  retry: '重试',
  continue: '继续',
  continueText: '请从刚才停下的地方继续。',
  settings: '打开模型设置',
  remedy: {
    unreachable: '请检查模型服务是否在运行、网络是否连通。',
    timeout: '模型响应太慢，请重试。',
    stalled: '模型中途停止响应，请重试。',
    tooLarge: '回答过长，已被终止。请把问题拆小一些。',
    tooLong: '模型还在思考时就达到了回答长度上限。请在设置中允许更长的回答。',
    loop: '模型一直重复同一个操作。请告诉它换一种做法，或者换一个模型。',
    rateLimited: '模型服务繁忙，或者额度已用完，请稍后重试。',
    serverError: '模型服务自身出了问题，请过一会儿重试。',
    unauthorized: '服务商拒绝了密钥，请在设置中检查。',
    notFound: '这个模型或地址不存在，请在设置中检查。',
    badRequest: '模型不接受这个请求，可以换一个模型。',
    contextTooLong: '对话超出了这个模型的上下文窗口。请卸载一个技能，或者新建对话。',
    contextFull: '上下文窗口已满。请在右侧卸载一个技能，或者新建对话。',
    redirected: '这个地址会把请求转到别的服务器，出于安全没有跟随，请在设置中检查。',
    notAStream: '这个地址不像模型服务，请在设置中检查。',
    cutOff: '回答途中连接断开，请重试。',
    contentFilter: '模型服务拒绝了这些内容。',
    other: '请重试；如果仍然失败，请在设置中检查模型。',
  },
};

export const retrying: Words<typeof en.retrying> = {
  line: '模型没有回答（{{reason}}），{{seconds}} 秒后重试…',
  now: '模型没有回答（{{reason}}），正在重试…',
  reason: {
    unreachable: '连接不上',
    timeout: '太慢',
    stalled: '停止响应',
    rateLimited: '繁忙',
    serverError: '服务出错',
    cutOff: '连接断开',
    other: '暂时的问题',
  },
};
