import { readFileSync, writeFileSync } from 'node:fs'
import { renewed } from './reference.ts'

/** `node infra/configuration/print.ts` renews the table of infra/configuration.md. */
const file = new URL('../configuration.md', import.meta.url)
writeFileSync(file, renewed(readFileSync(file, 'utf8')))
