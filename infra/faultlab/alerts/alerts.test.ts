import { expect, test } from 'vitest'
import { alertCases, promtoolOnly } from './cases.ts'
import { alertNames, quickRules } from './rules.ts'

test('each alert is fired by a fault of the laboratory, or has a reason for which only promtool fires it', () => {
  const fired = [...alertCases.flatMap(({ alerts }) => alerts), ...Object.keys(promtoolOnly)]
  expect(fired.toSorted()).toEqual(alertNames().toSorted())
})

test('the rules of the laboratory are those of infra/monitoring with a tenth of their times', () => {
  expect(quickRules()).toContain('for: 6s')
  expect(quickRules()).toContain('[30s]')
  expect(quickRules()).not.toMatch(/\d+m\b|> 900/)
})
