import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stack } from '@signet/contracts'

const examples = fileURLToPath(new URL('../../examples', import.meta.url))

export interface Example extends Stack {
  readonly name: string
}

/** Sorted by name. */
export const readExamples = (): Example[] =>
  readdirSync(examples)
    .filter((name) => existsSync(join(examples, name, 'stack.json')))
    .map((name) => ({
      name,
      ...Stack.parse(JSON.parse(readFileSync(join(examples, name, 'stack.json'), 'utf8'))),
    }))

export const copyExample = (name: string, folder: string): void =>
  cpSync(join(examples, name), folder, { recursive: true })

/** The table of `e2e/examples/README.md` shows the last results. */
export const resultsFile = join(examples, 'results.json')
