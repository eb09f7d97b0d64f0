import { runMain } from '@signet/runtime'
import { examineInstance } from './examine.ts'

const marks = { good: 'good   ', wrong: 'WRONG  ', warning: 'warning', unknown: 'unknown' }

/** Runs doctor: reads the environment of the services, changes nothing, and exits with 1 when a check fails. */
await runMain(async () => {
  const findings = await examineInstance(process.env)
  for (const { about, state, message, remedy } of findings)
    process.stdout.write(`${marks[state]}  ${about}: ${message}.${remedy ? ` ${remedy}` : ''}\n`)
  process.exitCode = findings.some(({ state }) => state === 'wrong') ? 1 : 0
})
