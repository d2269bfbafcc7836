import type { rules as en } from '../en/rules.ts';
import type { Words } from '../types.ts';

export const rules: Words<typeof en> = {
  'skill-file': {
    why: '技能只从自己文件夹内大小有限的普通文件加载。指向别处的链接不会跟随，管道和设备也不会打开，否则一个技能就可能卡住其他所有技能。',
  },
  'not-utf8': {
    why: '技能按 UTF-8 读取。SKILL.md 用其他编码时无法加载；参考资料用其他编码时会列为二进制文件，智能体无法阅读。',
  },
  'front-matter-missing': {
    why: '加载之前，智能体只能看到文件头。没有文件头，技能就没有名称和描述，会被列为损坏，不提供给智能体。',
  },
  'front-matter-unclosed': {
    why: '文件头在前 64 KiB 内以一行单独的“---”结束。缺少这一行，就无法区分文件头与说明。缩进的“---”属于它上面的值。',
  },
  'blank-before-front-matter': {
    why: 'Skilldeck 会跳过文件开头的空行，多数其他程序不会，因而找不到文件头。',
    fix: '删除这些空行。',
  },
  'byte-order-mark': {
    why: 'UTF-8 不需要字节顺序标记。Skilldeck 会跳过它；其他程序会把它当作“---”之前的字符，因而找不到文件头。它若在“#!”之前，脚本无法启动。',
    fix: '删除该标记。',
  },
  'line-endings': {
    why: '“#!”行以 CRLF 结尾时，指向的解释器并不存在，脚本无法启动。在 SKILL.md 中，多余的字符每次加载都会发给模型，有些程序还会找不到文件头。',
    fix: '把 SKILL.md 和脚本的所有换行改为 LF。',
  },
  'skill-file-name': {
    why: '规范只允许一种写法。Skilldeck 不区分大小写（如 `skill.md`），多数其他程序会忽略这样的文件夹。',
    fix: '重命名该文件。',
  },
  'yaml-invalid': {
    why: 'Skilldeck 会逐个字段修复，无法解析的值按普通文本读取；其他程序会拒绝这个技能。常见原因是没有引号的值里出现了冒号加空格：请给值加引号，或在上一行写“>-”。',
    fix: '用双引号括起写在一行里的值，文字与现在读到的相同。',
  },
  'duplicate-field': { why: 'YAML 不允许重复的字段。Skilldeck 取最后一个，其他程序取第一个，或者拒绝这个技能。' },
  'field-type': {
    why: 'name、description、license 和 compatibility 是文本，metadata 是映射。在 YAML 中，方括号里的值是列表，以“#”开头的值是注释。',
    fix: '用双引号括起写在一行里、带方括号的值，文字与现在读到的相同。',
  },
  'unknown-field': {
    why: '未知的字段不起作用，拼错的字段也一样，而且没有任何提示。自定义字段请放在“metadata”下。除规范的六个字段外，Skilldeck 还读取“when_to_use”“tags”“disable-model-invocation”和“user-invocable”。',
    fix: '改正拼错的字段名；如果正确的字段已经存在，则保持不变。其他未知字段不变。',
  },
  'name-missing': { why: '名称是两个必填字段之一。没有名称，技能会被列为损坏，不提供给智能体。' },
  'name-format': {
    why: '名称要输入、用作路径并相互比较。规范允许小写字母（以及不分大小写的文字）、数字和名称中间的单个连字符，并采用 NFKC 规范形式。',
    fix: '把名称改为小写和 NFKC，去掉首尾空格，把空格和下划线换成连字符；仅在结果有效时修改。',
  },
  'name-reserved': { why: 'Claude 的上传会拒绝含有这些词的名称。在其他地方（包括这里）技能可以正常使用。' },
  unfilled: {
    why: 'Claude Code 会在模型看到说明之前运行 !`命令`。在这里，模型看到的是原文，不会自动运行任何命令。每一处都会报告。$ARGUMENTS 和 $1 会填入 /名称 之后的文字。',
  },
  'tool-name-typo': { why: '不存在的工具无法免去询问，也没有程序会指出来。只报告与已知工具相近的名称。' },
  'name-confusable': {
    why: '其他文字的字母可能与 ASCII 字母看起来完全一样（Unicode 技术标准 39）。安装、批准或加载这样的技能时，人们会把它当成自己认识的那一个。',
  },
  'name-not-folder': {
    why: '智能体按文件夹名加载技能。名称不同时会显示在旁边，其他程序则会拒绝这个技能。',
    fix: '在文件夹名有效时，用它作为名称。',
  },
  'description-missing': { why: '加载之前，智能体只能根据描述了解技能。没有描述，技能会被列为损坏，不提供给智能体。' },
  'description-length': {
    why: '每个请求都带有每个技能的描述。规范允许 1,024 个字符，有些程序会拒绝更长的描述。写明技能做什么、何时使用，其余内容移到说明中。',
  },
  'description-tags': {
    why: '每个请求都带有描述，有些框架把它放在 XML 里。描述中的标签可能提前结束这一段，或被当作程序的指令；Anthropic API 的校验器会拒绝这样的技能。',
  },
  'compatibility-length': {
    why: '这个字段写明技能需要什么：程序、操作系统、网络访问。规范允许 500 个字符，更长的解释请写在说明中。',
  },
  'metadata-not-text': { why: '规范只允许文本值。Skilldeck 用逗号连接列表，忽略映射和空值；其他程序会拒绝这个技能。' },
  'need-malformed': {
    why: '“metadata.network”列出主机（api.example.com、*.example.org，端口不是 80 或 443 时写上 :端口），“metadata.folders”列出从根目录或主目录开始的文件夹（“~/Documents/trips (read), ~/Downloads (write)”），“metadata.programs”列出程序名。应用会按这些文字征求用户同意。其他写法会被忽略，脚本在没有它们的情况下运行。',
  },
  'need-too-broad': {
    why: '整个网络、整个磁盘、整个主目录或存放密钥的文件夹，没有人能判断该不该给，因此从不授予，脚本在没有它们的情况下运行。请写明脚本真正使用的主机和文件夹。',
  },
  'confirm-invalid': {
    why: '“metadata.confirm”列出每次运行都需要批准的脚本：“scripts/book.py, scripts/manage.py cancel”，其中“cancel”表示只限带这个参数的运行。只要有一项没有指明技能里的脚本，技能的所有脚本就都需要批准。',
  },
  'activity-invalid': {
    why: '“metadata.activity”用中英文说明脚本在运行时、完成后和失败后的状态（“正在填写表单 | 已填写表单 | 表单未能填写”），而且脚本必须存在。没有说明的脚本以文件名显示。',
  },
  'records-invalid': {
    why: '“metadata.records”写明技能存放记录的文件夹（每条记录一个文件）、显示记录的卡片类型和列表标题。没有它，应用就没有这个列表。',
  },
  shadowed: { why: '技能按文件夹名加载。两个文件夹同名时，使用路径排在前面的一个，另一个永远用不到。' },
  links: {
    why: '技能就是它的文件夹：人们复制、分享、信任之前查看的都是它。指向外面的链接只在一台电脑上有效，还可能把不想分享的内容带出去。',
  },
  'empty-instructions': { why: '加载技能时加入的是文件头下面的文字。那里没有内容，加载只会白费一轮。' },
  'instructions-tokens': {
    why: '技能加载期间，每个请求都带有它的全部说明。规范建议少于 5,000 词元。偶尔才需要的内容请移到参考资料，需要时再加载。',
  },
  'instructions-lines': { why: '规范建议少于 500 行：文件越长，模型和人读得越不仔细。请把细节移到参考资料。' },
  'over-skill-budget': {
    why: '超过技能预算（默认 8,000 词元）的技能不会整体加载，智能体只能自己找出需要的章节。请把很少用到的内容移到参考资料。',
  },
  'reference-over-budget': {
    why: '超过技能预算（默认 8,000 词元）的参考资料会被拒绝加载。请按一起使用的内容拆分，或让脚本在其中查找。',
  },
  'description-vague': {
    why: '智能体只凭描述决定是否加载技能。只写技能是什么、不写何时使用，会使它很少被加载，或在不该加载时被加载。请使用人们提出请求时会用的词。',
  },
  'description-english-only': {
    why: '描述中有中文词（如机票、表单、报销）时，中文请求最容易匹配。如果只有使用英文的人会用这个技能，可以不改。',
  },
  'reference-missing': {
    why: '让智能体阅读不存在的文件，会白费一轮，之后它只能猜测。链接、加载参考资料的调用以及 `references/` 和 `assets/` 下的路径都会检查。代码块中的路径算作示例；所在行注明是示例的路径只作提示。',
  },
  'reference-unnamed': {
    why: '智能体能看到所有参考资料的名称，但不知道用途。技能中没有提到的资料不会被加载，或者只是为了看看内容而加载。请在说明中写明何时阅读，否则删除。',
  },
  'reference-too-deep': {
    why: '规范要求参考资料位于 SKILL.md 下一层，并在其中提到。只在另一份资料中提到的内容，模型常常只读一部分，甚至找不到。请在说明中也提到它。',
  },
  'script-missing': {
    why: '命令中的脚本不存在时会立即失败，智能体可能自己写一个来代替。只在句子中提到的脚本，或没有脚本的技能所提到的脚本，可能属于某个项目，因此只是警告；所在行注明是示例的脚本只作提示。',
  },
  'script-not-executable': {
    why: '第一行表明脚本可以直接按名称启动，这需要执行权限。权限也要提交：`git update-index --chmod=+x FILE`。Windows 没有这种权限，因此不报告。',
    fix: '让所有可以读取该脚本的人都能执行它。',
  },
  'script-syntax': {
    why: '有语法错误的脚本每次调用都会失败。Python、JavaScript 和 Shell 脚本由各自的程序编译检查，不会运行。',
  },
  'script-unchecked': {
    why: '语法由运行脚本的程序检查：Python 用 python3，Shell 用 bash，JavaScript 用 Node。缺少该程序或脚本用其他语言编写时，没有做检查。',
  },
  'script-no-help': {
    why: '智能体不确定某个选项时会询问脚本。把“--help”当成文件名的脚本会做别的事。检查范围是 `scripts/` 下的脚本及其使用的同级模块，不会运行任何脚本。',
  },
  'tools-invalid': {
    why: '技能可以自带函数工具：列表中的每一项有 `name`、`description`、`parameters`（对象的 JSON Schema）、`script`；脚本接收一个 JSON 文件时再写 `pass: json`（见 `docs/skills-tools.md`）。不符合格式的项在加载时会被忽略，说明中提到的工具就不存在了。',
  },
  'form-invalid': {
    why: '`forms.md` 中的 `json form` 代码块定义一个以卡片显示的表单：`id`、`title` 和 `fields`（一个小型 JSON Schema，文字可以用一种或两种语言）。无法显示的表单会被忽略，模型会得知这一点，改用文字提问。表单从不询问付款信息、密码或验证码。`optionsFrom` 指定技能文件夹中的一个 JSON 文件，内容是 `value` 和 `label` 的列表。',
  },
  'evals-invalid': {
    why: '`evals/evals.json` 存放技能的用例，`evals/triggers.json` 存放应该或不应该加载它的语句（见 `docs/user/evals.md`）。其中有错误，评测就无法开始。',
  },
  'tool-description-missing': {
    why: '调用之前，模型只能根据描述了解工具。没有描述的工具会被忽略。描述的第一句也显示在工具列表中。',
  },
  'tool-script-missing': {
    why: '脚本不在技能文件夹中的工具在加载时会被忽略，因为调用只会失败。路径相对于技能文件夹。',
  },
  'foreign-tool': {
    why: '让模型调用它没有的工具时，它要么照样调用，要么放弃。请写要做什么（“运行”“读取”“询问”），而不是用哪个工具；或者用技能所针对的方言开始对话。每个工具在每个文件中只报告一次。',
  },
  'absolute-path': {
    why: '主目录、挂载点或某个程序文件夹下的路径在其他电脑上可能不存在。请用技能文件夹内的路径：智能体知道文件夹在哪里。',
  },
  'invisible-characters': {
    why: '标签字符、零宽字符和变体选择符可以藏入模型能读到、人看不到的指令；双向控制符会改变文字的显示顺序。检查结果会显示解码后的隐藏文字。表情符号和某些文字所需的连接符，以及从右到左文字旁的方向标记不受影响。',
    fix: '删除 SKILL.md 和参考资料中的隐藏字符。文件名和脚本不变。',
  },
  secret: {
    why: '技能会被复制、分享并发送给模型，其中的密钥也一样。请在签发处吊销它，再让脚本从环境变量读取新的密钥。检查结果只显示开头几个字符。',
  },
  placeholder: {
    why: '模板只填写了一部分。模型会把“TODO”或填充文字当成正式内容来读，描述中的占位文字还会出现在每个请求里。代码块和行内代码不在检查之列。',
  },
  'pipe-to-shell': {
    why: '服务器发来的内容未经查看就以智能体的全部权限运行，而且明天可能就变了。请把程序放进技能，在“compatibility”中写明，或者下载后核对已知的哈希再运行。',
  },
  'hidden-code': {
    why: '解码后立即运行的代码，审阅者和检查工具都读不到。请把它原样放进技能。',
  },
  'reads-keys': {
    why: '拿到用户密钥或密码的技能可以在别处冒充用户。沙箱不会让脚本看到这些文件；请改用“requires-env”声明一个密钥，由用户只为这个技能填写。',
  },
  'overrides-user': {
    why: '技能为加载它的人服务。攻击者的手法正是让智能体无视用户或应用、隐瞒行为，或在被拒绝后继续执行。用来提醒此类指令的句子不受影响。',
  },
  'script-network': {
    why: '脚本在可能没有网络的沙箱中运行，而且脚本向外发送数据之前应让用户知道。请在“metadata.network”中列出主机（会征求用户同意，沙箱随后放行），或在“compatibility”中写明：“Needs network access to api.example.com”。每个脚本只报告第一处。',
  },
  'script-deletes': {
    why: '递归删除的脚本只要路径出错，就会毁掉用户的文件。请写入 `$RUN_DIR` 下的新文件夹，清理工作交给应用。删除单个文件（如锁文件或临时文件）不受影响。每个脚本只报告第一处。',
  },
  'binary-in-scripts': {
    why: '机器码程序没有人能审查，而且只能在一种机器上运行。请提供源代码，或在“compatibility”中写明该程序。`__pycache__` 也不要包含在内。',
  },
};
