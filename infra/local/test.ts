import { findChromium } from './chromium.ts'
import { natsBinary } from './nats-binary.ts'
import { postgres15 } from './postgres-15.ts'
import { sentenceOf } from './refusal.ts'
import { readSettings } from './settings.ts'
import { countsLine } from './test-counts.ts'
import { runStep, type StepResult, steps } from './test-steps.ts'

/** `npm test` and `.ci/run`: everything that must hold, cheapest first, one summary at the end. */

async function runSteps(
  env: NodeJS.ProcessEnv,
  oldestPostgres: Readonly<Record<string, string>>,
): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const step of steps) {
    console.log(`▸ ${step.name}`)
    const result = await runStep(step, step.oldestPostgres ? { ...env, ...oldestPostgres } : env)
    results.push(result)
    if (!result.ok) break
  }
  return results
}

function summarize(results: readonly StepResult[]): void {
  const width = Math.max(...steps.map(({ name }) => name.length))
  console.log('')
  for (const { name } of steps) {
    const result = results.find((one) => one.name === name)
    const word = result ? (result.ok ? 'passed' : 'FAILED') : 'not run'
    const seconds = result ? `${result.seconds.toFixed(1)} s` : ''
    console.log(`${name.padEnd(width)}  ${word.padEnd(7)}  ${seconds.padStart(8)}`)
  }
  console.log(countsLine(results.map(({ counts }) => counts)))
}

try {
  const { dataFolder } = readSettings(process.env)
  const env = {
    ...process.env,
    SIGNET_NATS_SERVER: natsBinary(dataFolder, console.log),
    SIGNET_CHROMIUM: findChromium(console.log),
  }
  const results = await runSteps(env, postgres15(dataFolder, console.log))
  summarize(results)
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}
