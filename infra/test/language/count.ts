import { writeFileSync } from 'node:fs'
import { allowedPath } from './allowed.ts'
import { checkedFiles, countsOf, offencesOf, passagesOf } from './files.ts'

/**
 * `npm run language -- [PATH …]` prints the offences of the files below the paths, then the totals by rule and the number
 * of words in comments. `--totals` prints the totals only, `--write` stores the counts of each file as allowed.
 */
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

const files = checkedFiles().filter(
  (file) =>
    paths.length === 0 ||
    paths.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)),
)
const all = files.map((file) => ({ file, offences: offencesOf(file) }))

if (!flags.includes('--totals') && !flags.includes('--write'))
  for (const { file, offences } of all)
    for (const { rule, passage, found } of offences)
      console.log(`${file}:${passage.line} [${rule.name}] ${found}`)

const words = files
  .flatMap((file) => passagesOf(file))
  .filter(({ kind }) => kind === 'comment')
  .reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
console.log({ ...countsOf(all.flatMap(({ offences }) => offences)), 'words in comments': words })

if (flags.includes('--write')) {
  const counts = all
    .filter(({ offences }) => offences.length > 0)
    .map(({ file, offences }) => [file, countsOf(offences)])
  writeFileSync(allowedPath, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`)
}
