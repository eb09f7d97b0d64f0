/** A module that the plan has more than once is counted by its position. */
export type PlanResults = Readonly<Record<string, string>>

export interface ExpectedPlan {
  readonly modules: number
  readonly others: PlanResults
}

export const summarize = (results: PlanResults): ExpectedPlan => ({
  modules: Object.keys(results).length,
  others: Object.fromEntries(Object.entries(results).filter(([, result]) => result !== 'PASSED')),
})

export function resultTable(expected: Readonly<Record<string, ExpectedPlan>>): string {
  const rows = Object.entries(expected).map(([plan, { modules, others }]) => {
    const counted = Map.groupBy(Object.values(others), (result) => result.toLowerCase())
    const words = [...counted].map(([result, { length }]) => `${length} ${result}`)
    return [plan, String(modules), String(modules - Object.keys(others).length), words.join(', ')]
  })
  const all = [['plan', 'modules', 'passed', 'others'], ...rows]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** @returns one sentence for each difference */
export function differences(expected: ExpectedPlan | undefined, results: PlanResults): string[] {
  if (expected === undefined) return ['no results are expected of this plan']
  const found = summarize(results)
  const names = new Set([...Object.keys(expected.others), ...Object.keys(found.others)])
  return [
    ...(found.modules === expected.modules
      ? []
      : [`${found.modules} modules instead of ${expected.modules}: the suite has another version`]),
    ...[...names].flatMap((name) => {
      const [wanted = 'PASSED', result = name in results ? 'PASSED' : 'not in the plan'] = [
        expected.others[name],
        found.others[name],
      ]
      return wanted === result ? [] : [`${name}: ${result} instead of ${wanted}`]
    }),
  ]
}
