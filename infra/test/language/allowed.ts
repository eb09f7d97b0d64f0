import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const allowedPath = fileURLToPath(new URL('./allowed.json', import.meta.url))

/** Offences by file and rule. The numbers only shrink: `npm run language -- --write`. */
export const readAllowed = (): Record<string, Record<string, number>> =>
  JSON.parse(readFileSync(allowedPath, 'utf8'))
