/** Every rule, in the order in which a page of rules shows them. */
import { absolutePath } from './rules/absolute-path.ts';
import { activityInvalid } from './rules/activity-invalid.ts';
import { binaryInScripts } from './rules/binary-in-scripts.ts';
import { blankBeforeFrontMatter } from './rules/blank-before-front-matter.ts';
import { byteOrderMark } from './rules/byte-order-mark.ts';
import { compatibilityLength } from './rules/compatibility-length.ts';
import { descriptionEnglishOnly } from './rules/description-english-only.ts';
import { descriptionLength } from './rules/description-length.ts';
import { descriptionMissing } from './rules/description-missing.ts';
import { descriptionTags } from './rules/description-tags.ts';
import { descriptionVague } from './rules/description-vague.ts';
import { duplicateField } from './rules/duplicate-field.ts';
import { emptyInstructions } from './rules/empty-instructions.ts';
import { evalsInvalid } from './rules/evals-invalid.ts';
import { fieldType } from './rules/field-type.ts';
import { foreignTool } from './rules/foreign-tool.ts';
import { formInvalid } from './rules/form-invalid.ts';
import { frontMatterMissing } from './rules/front-matter-missing.ts';
import { frontMatterUnclosed } from './rules/front-matter-unclosed.ts';
import { instructionsLines } from './rules/instructions-lines.ts';
import { instructionsTokens } from './rules/instructions-tokens.ts';
import { invisibleCharacters } from './rules/invisible-characters.ts';
import { lineEndings } from './rules/line-endings.ts';
import { links } from './rules/links.ts';
import { metadataNotText } from './rules/metadata-not-text.ts';
import { nameConfusable } from './rules/name-confusable.ts';
import { nameFormat } from './rules/name-format.ts';
import { nameMissing } from './rules/name-missing.ts';
import { nameNotFolder } from './rules/name-not-folder.ts';
import { needMalformed } from './rules/need-malformed.ts';
import { needTooBroad } from './rules/need-too-broad.ts';
import { notUtf8 } from './rules/not-utf8.ts';
import { overSkillBudget } from './rules/over-skill-budget.ts';
import { overridesUser } from './rules/overrides-user.ts';
import { pipeToShell } from './rules/pipe-to-shell.ts';
import { placeholder } from './rules/placeholder.ts';
import { recordsInvalid } from './rules/records-invalid.ts';
import { referenceMissing } from './rules/reference-missing.ts';
import { referenceOverBudget } from './rules/reference-over-budget.ts';
import { referenceTooDeep } from './rules/reference-too-deep.ts';
import { referenceUnnamed } from './rules/reference-unnamed.ts';
import { scriptDeletes } from './rules/script-deletes.ts';
import { scriptMissing } from './rules/script-missing.ts';
import { scriptNetwork } from './rules/script-network.ts';
import { scriptNoHelp } from './rules/script-no-help.ts';
import { scriptNotExecutable } from './rules/script-not-executable.ts';
import { scriptSyntax } from './rules/script-syntax.ts';
import { scriptUnchecked } from './rules/script-unchecked.ts';
import { secret } from './rules/secret.ts';
import { shadowed } from './rules/shadowed.ts';
import { skillFile } from './rules/skill-file.ts';
import { skillFileName } from './rules/skill-file-name.ts';
import { toolDescriptionMissing } from './rules/tool-description-missing.ts';
import { toolScriptMissing } from './rules/tool-script-missing.ts';
import { toolsInvalid } from './rules/tools-invalid.ts';
import { unknownField } from './rules/unknown-field.ts';
import { yamlInvalid } from './rules/yaml-invalid.ts';
import type { Rule } from './types.ts';

export const RULES: readonly Rule[] = [
  skillFile,
  notUtf8,
  frontMatterMissing,
  frontMatterUnclosed,
  blankBeforeFrontMatter,
  byteOrderMark,
  lineEndings,
  skillFileName,
  yamlInvalid,
  duplicateField,
  fieldType,
  unknownField,
  nameMissing,
  nameFormat,
  nameConfusable,
  nameNotFolder,
  descriptionMissing,
  descriptionLength,
  descriptionTags,
  compatibilityLength,
  metadataNotText,
  needMalformed,
  needTooBroad,
  activityInvalid,
  recordsInvalid,
  shadowed,
  links,
  emptyInstructions,
  placeholder,
  instructionsTokens,
  instructionsLines,
  overSkillBudget,
  referenceOverBudget,
  descriptionVague,
  descriptionEnglishOnly,
  referenceMissing,
  referenceUnnamed,
  referenceTooDeep,
  scriptMissing,
  scriptNotExecutable,
  scriptSyntax,
  scriptUnchecked,
  scriptNoHelp,
  toolsInvalid,
  formInvalid,
  evalsInvalid,
  toolDescriptionMissing,
  toolScriptMissing,
  foreignTool,
  absolutePath,
  invisibleCharacters,
  secret,
  pipeToShell,
  overridesUser,
  scriptNetwork,
  scriptDeletes,
  binaryInScripts,
];
