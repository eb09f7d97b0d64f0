import { readFileSync, writeFileSync } from 'node:fs'
import { renewed } from './reference.ts'

/** Renews the table of infra/configuration.md: `node infra/configuration/print.ts`. */
const file = new URL('../configuration.md', import.meta.url)
writeFileSync(file, renewed(readFileSync(file, 'utf8')))
