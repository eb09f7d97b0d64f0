import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { differences, resultTable, summarize } from './conformance/compare.ts'
import { planGroups } from './conformance/plans.ts'
import { startRecordedSuite } from './conformance/recorded-suite.ts'
import { runPlan } from './conformance/run-plans.ts'
import { startSecuredInstance } from './conformance/secured-instance.ts'
import { openSuite } from './conformance/suite.ts'

test('the conformance runner signs a user in for the suite, and uploads the page that a reviewer has to see', async ({
  browser,
}) => {
  const plan = planGroups.flatMap(({ plans }) => plans).find(({ key }) => key === 'basic')
  if (!plan) throw new Error('There is no plan basic.')
  const recorded = await startRecordedSuite()
  const secured = await startSecuredInstance(recorded.origin, { 'pkce.required': false })
  try {
    const suite = openSuite(recorded.origin)
    const results = await runPlan({ suite, suiteOrigin: recorded.origin, browser }, secured, plan)
    expect(results).toEqual({
      'oidcc-discovery-endpoint-verification': 'PASSED',
      'oidcc-server': 'PASSED',
      'oidcc-ensure-registered-redirect-uri': 'REVIEW',
    })
    expect(recorded.callbacks.map((one) => [one.get('state'), one.get('code')])).toEqual([
      ['oidcc-server', expect.stringMatching(/^.{20,}$/)],
    ])
    expect(recorded.pictures).toEqual([expect.stringMatching(/^data:image\/png;base64,/)])
  } finally {
    await secured.stop()
    await recorded.close()
  }
})

test('the conformance runner names each module whose result differs from the expected one', () => {
  const expected = { modules: 3, others: { second: 'REVIEW', third: 'SKIPPED' } }
  const results = { first: 'FAILED', second: 'REVIEW', third: 'PASSED' }
  expect(differences(expected, results)).toEqual([
    'third: PASSED instead of SKIPPED',
    'first: FAILED instead of PASSED',
  ])
  expect(differences(summarize(results), results)).toEqual([])
  expect(differences(expected, { first: 'PASSED' })).toEqual([
    '1 modules instead of 3: the suite has another version',
    'second: not in the plan instead of REVIEW',
    'third: not in the plan instead of SKIPPED',
  ])
})

test('the document of the conformance plans has the expected results', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const expected = JSON.parse(read('conformance/expected.json'))
  expect(Object.keys(expected)).toEqual(planGroups.flatMap(({ plans }) => plans.map(({ key }) => key)))
  expect(read('../services/auth/conformance.md')).toContain(`\n\n${resultTable(expected)}\n\n`)
})
