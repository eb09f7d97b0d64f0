import { repetitions } from './repetitions.ts'
import { slowFiles } from './slow-files.ts'
import { slowJourneys } from './slow-journeys.ts'

interface NamedTest {
  readonly file: string
  readonly title: string
}

/** True also when `npm test` can run the test. */
export function isSlow({ file, title }: NamedTest): boolean {
  return (
    slowFiles.some((slow) => slow.file === file) ||
    repetitions.some(({ path }) => file === path || file.startsWith(`${path}/`)) ||
    slowJourneys.some((slow) => file === `e2e/${slow.file}` && new RegExp(slow.pattern).test(title))
  )
}
