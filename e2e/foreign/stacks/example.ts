import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stack } from '@signet/contracts'

const examples = fileURLToPath(new URL('../../examples', import.meta.url))

export interface Example extends Stack {
  readonly name: string
}

/** Reads the example projects in the order of their names. */
export const readExamples = (): Example[] =>
  readdirSync(examples)
    .filter((name) => existsSync(join(examples, name, 'stack.json')))
    .map((name) => ({
      name,
      ...Stack.parse(JSON.parse(readFileSync(join(examples, name, 'stack.json'), 'utf8'))),
    }))

export const copyExample = (name: string, folder: string): void =>
  cpSync(join(examples, name), folder, { recursive: true })

/** Results of the last run of each example, which the table of `e2e/examples/README.md` shows. */
export const resultsFile = join(examples, 'results.json')
