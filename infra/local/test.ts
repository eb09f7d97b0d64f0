import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { natsBinary } from './nats-binary.ts'
import { postgres15 } from './postgres-15.ts'
import { proxyBinary } from './proxy-binary.ts'
import { sentenceOf } from './refusal.ts'
import { root } from './repository.ts'
import { readSettings } from './settings.ts'
import { countsLine } from './test-counts.ts'
import { runStep, type Step, type StepResult, slowSteps, steps, stepsFor } from './test-steps.ts'

/**
 * Runs `npm test` and `.ci/run`: all steps, and a summary at the end. `npm test -- <filters>` runs the test files whose path contains
 * one of the filters, and accepts Vitest's options (`-t "part of a title"`). With `--slow` it runs the steps of `npm run test:slow`.
 */

/** Null when the machine lacks a required program. */
type Environments = (step: Step) => NodeJS.ProcessEnv | null

async function runSteps(chosen: readonly Step[], environmentOf: Environments): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const steps of grouped(chosen)) {
    const running = new Map<string, Promise<StepResult>>()
    for (const step of steps) {
      const env = environmentOf(step)
      if (env) running.set(step.name, runAfter(running.get(step.after ?? ''), step, env))
    }
    results.push(...(await Promise.all(running.values())))
    if (results.some(({ ok }) => !ok)) break
  }
  return results
}

async function runAfter(
  former: Promise<unknown> | undefined,
  step: Step,
  env: NodeJS.ProcessEnv,
): Promise<StepResult> {
  await former
  console.log(`▸ ${step.name}`)
  return runStep(step, env)
}

function grouped(chosen: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of chosen) {
    const last = groups.at(-1)
    if (step.together && last?.[0]?.together) last.push(step)
    else groups.push([step])
  }
  return groups
}

function summarize(chosen: readonly Step[], results: readonly StepResult[]): void {
  const width = Math.max(...chosen.map(({ name }) => name.length))
  console.log('')
  for (const { name } of chosen) {
    const result = results.find((one) => one.name === name)
    const word = result ? (result.ok ? 'passed' : 'FAILED') : 'not run'
    const seconds = result ? `${result.seconds.toFixed(1)} s` : ''
    console.log(`${name.padEnd(width)}  ${word.padEnd(7)}  ${seconds.padStart(8)}`)
  }
  console.log(countsLine(results.map(({ counts }) => counts)))
}

try {
  const filters = process.argv.slice(2)
  const isSlow = filters.includes('--slow')
  const { dataFolder } = readSettings(process.env)
  // Test files do not unpack these programs again.
  for (const name of ['haproxy', 'nginx', 'caddy', 'pgbouncer'] as const)
    proxyBinary(name, dataFolder, console.log)
  const env = {
    ...process.env,
    SIGNET_NATS_SERVER: natsBinary(dataFolder, console.log),
    SIGNET_CHROMIUM: findChromium(console.log, isSlow ? 'browser' : 'shell'),
    // Tests start services and commands from their sources about fifty times.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.signet-test/compiled'),
  }
  const chosen = isSlow ? slowSteps : filters.length > 0 ? stepsFor(filters) : steps
  const onOldest = chosen.some(({ oldestPostgres }) => oldestPostgres)
  const oldest = onOldest ? postgres15(dataFolder, console.log) : null
  const results = await runSteps(chosen, ({ oldestPostgres }) =>
    oldestPostgres ? oldest && { ...env, ...oldest } : env,
  )
  summarize(chosen, results)
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}
