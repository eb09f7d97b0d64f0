import { readFileSync, writeFileSync } from 'node:fs'
import { indexRows, readRecords } from './records.ts'

/** `node infra/decisions/print.ts` renews the table of README.md. */
const file = new URL('README.md', import.meta.url)
const [introduction = ''] = readFileSync(file, 'utf8').split(/^\|/m)
writeFileSync(file, `${introduction}${indexRows(readRecords()).join('\n')}\n`)
