import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { differences, type ExpectedPlan, type PlanResults, resultTable, summarize } from './compare.ts'
import { planGroups } from './plans.ts'
import { runPlans } from './run-plans.ts'

const expectedFile = new URL('expected.json', import.meta.url)
const documentFile = new URL('../../services/auth/conformance.md', import.meta.url)

/**
 * Runs the plans of the OpenID Foundation against an instance of its own, through the REST interface of a running suite. Exits with 1
 * when a result differs from `expected.json`; `--write` stores the results there.
 */
async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      suite: text,
      token: text,
      module: text,
      plan: { ...text, multiple: true },
      write: { type: 'boolean' },
    },
  })
  const keys = planGroups.flatMap(({ plans }) => plans.map(({ key }) => key))
  if (!values.suite || values.plan?.some((name) => !keys.some((key) => key.startsWith(name))))
    throw new Error(`Usage: npm run conformance -- --suite URL [--plan NAME]. Plans: ${keys.join(', ')}.`)
  const names = values.plan ?? keys
  const results = await runPlans(
    { suiteOrigin: new URL(values.suite).origin, token: values.token, moduleFilter: values.module ?? '' },
    ({ key }) => names.some((name) => key.startsWith(name)),
  )
  report(results, { writes: values.write === true, isPart: values.module !== undefined })
}

function report(
  results: Readonly<Record<string, PlanResults>>,
  { writes, isPart }: { readonly writes: boolean; readonly isPart: boolean },
): void {
  const expected = JSON.parse(readFileSync(expectedFile, 'utf8')) as Record<string, ExpectedPlan>
  for (const [key, found] of Object.entries(results)) {
    const { modules, others } = summarize(found)
    const passed = modules - Object.keys(others).length
    const changes = isPart ? [] : differences(expected[key], found)
    console.log(`${key}: ${passed} of ${modules} passed${changes.map((one) => `\n  ${one}`).join('')}`)
    if (changes.length > 0 && !writes) process.exitCode = 1
    if (!isPart) expected[key] = { modules, others }
  }
  if (!writes) return
  writeFileSync(expectedFile, `${JSON.stringify(expected, null, 2)}\n`)
  const document = readFileSync(documentFile, 'utf8')
  writeFileSync(
    documentFile,
    document.replace(/^\| plan +\|.*?(?=\n\n)/ms, () => resultTable(expected)),
  )
}

await main()
