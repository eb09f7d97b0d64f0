import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nounOf, type OperationName, operations } from '@signet/contracts'

const folder = join(import.meta.dirname, 'domains')
const file = join(folder, 'handlers.ts')

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

const operationsIn = (path: string): readonly OperationName[] =>
  [...readFileSync(join(folder, path), 'utf8').matchAll(/^export const (\w+)/gm)].flatMap(([, name = '']) =>
    isOperation(name) ? [name] : [],
  )

/**
 * Prints the handler of each operation from the sources of the domains.
 * @throws Error when the folder of a handler is not that of its noun
 */
export function printHandlers(): string {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('/') && path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .toSorted((one, other) => (withoutEnd(one) < withoutEnd(other) ? -1 : 1))
    .map((path) => ({ path, names: operationsIn(path) }))
    .filter(({ names }) => names.length > 0)
  for (const { path, names } of sources)
    for (const name of names)
      if (!path.startsWith(`${nounOf(name)}/`)) throw new Error(`${path} must not have the handler ${name}.`)
  const all = sources.flatMap(({ names }) => names)
  return `// Printed by \`npm run print\` from the files of the domains.
${sources.map(({ path, names }) => importOf(path, names.toSorted())).join('\n')}

export const handlers = {
${all.map((name) => `  ${name},`).join('\n')}
}
`
}

/** Biome orders imports by their path without its end. */
const withoutEnd = (path: string): string => path.slice(0, -'.ts'.length)

const lineWidth = 110

/** Has the format of Biome. */
function importOf(path: string, names: readonly string[]): string {
  const line = `import { ${names.join(', ')} } from './${path}'`
  if (line.length <= lineWidth || names.length === 1) return line
  return `import {\n${names.map((name) => `  ${name},`).join('\n')}\n} from './${path}'`
}

if (import.meta.main) writeFileSync(file, printHandlers())
