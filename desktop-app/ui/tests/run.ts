/** Runs the steps of a story one after the other, and says how many held. */

import type { Page } from "./page.ts";
import type { Step, World } from "./story.ts";

/** How long one step may take. */
const STEP = 60_000;

/** A step that fails ends the story: what follows stands on it. */
export async function run(name: string, page: Page, world: World, steps: Step[]): Promise<boolean> {
  let passed = 0;
  let failed = 0;
  for (const step of steps) {
    const begun = Date.now();
    try {
      await within(STEP, step.run(page, world));
      passed += 1;
      console.log(`ok      ${step.name} (${Date.now() - begun} ms)`);
    } catch (why) {
      failed = 1;
      console.log(`FAILED  ${step.name}\n${why instanceof Error ? why.stack : String(why)}`);
      await page.picture("failed").catch(() => undefined);
      break;
    }
  }
  const left = steps.length - passed - failed;
  if (left > 0) console.log(`${left} steps of the story were not reached`);
  console.log(`${name}: ${passed} passed, ${failed + left} failed`);
  return failed === 0;
}

export async function within<Result>(time: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${time} ms`)), time);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
