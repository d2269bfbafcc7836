import { onTestFinished } from 'vitest';
import {
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedStep,
  startScriptedModel,
} from './scripted-model.ts';

/** A scripted model that is closed at the end of the test. */
export async function modelOfTest(
  steps: readonly ScriptedStep[],
  options?: ScriptedModelOptions,
): Promise<ScriptedModel> {
  const model = await startScriptedModel(steps, options);
  onTestFinished(() => model.close());
  return model;
}
