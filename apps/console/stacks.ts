import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PrintedStack, Stack, stackValues } from '@signet/contracts'

/** The example projects, which `npm run test:foreign -- stacks` runs unchanged. */
const examples = fileURLToPath(new URL('../../e2e/examples', import.meta.url))

const names = stackValues.join('|')

const single = "'{{$1}}'"
const double = '"{{$1}}"'
const bare = '{{$1}}'

/** Reads of environment variables, and their replacement. Reads within a text come first. */
const reads = [
  [`\\$\\{process\\.env\\.(${names})\\}`, bare],
  [`\\$\\{(${names})\\}`, bare],
  [`process\\.env\\.(${names})\\b`, single],
  [`import\\.meta\\.env\\.VITE_(${names})\\b`, single],
  [`getenv\\('(${names})'\\)`, single],
  [`os\\.environ\\["(${names})"\\]`, double],
  [`os\\.Getenv\\("(${names})"\\)`, double],
  [`configuration\\["(${names})"\\]!?`, double],
  [`env\\("(${names})"\\)(?:\\?|\\.map_err\\(failed\\)\\?)`, `${double}.to_string()`],
].map(([pattern = '', replacement = '']) => ({ pattern: new RegExp(pattern, 'g'), replacement }))

/** Replaces reads of the environment by `{{NAME}}`. The secret remains a read. */
function templateOf(source: string, { redirectPath, isRedirectFixed }: Stack): string {
  const filled = reads.reduce((text, { pattern, replacement }) => text.replace(pattern, replacement), source)
  if (redirectPath === undefined || redirectPath === '/' || isRedirectFixed) return filled
  return filled.replaceAll(new RegExp(`(['"])${redirectPath}\\1`, 'g'), '$1{{REDIRECT_PATH}}$1')
}

const describe = (name: string): Stack =>
  Stack.parse(JSON.parse(readFileSync(join(examples, name, 'stack.json'), 'utf8')))

const stackNames = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'stack.json')))

function printedStack(name: string): PrintedStack {
  const { ecosystem, library, startPath, shows, files, ...stack } = describe(name)
  return {
    name,
    ...stack,
    run: templateOf(stack.run, describe(name)),
    files: files.map((path) => ({
      path,
      code: templateOf(readFileSync(join(examples, name, path), 'utf8'), describe(name)).trimEnd(),
    })),
  }
}

export const printedStacks = (): PrintedStack[] =>
  stackNames.map(printedStack).toSorted((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1))

export const stacksModule = (): string =>
  `// Written by print-stacks.ts from e2e/examples.
import type { PrintedStack } from '@signet/contracts'

export const stacks: readonly PrintedStack[] = ${JSON.stringify(printedStacks(), null, 2)}
`

interface Result {
  readonly version: string
  readonly result: string
}

const optionsOf = ({ options, tokenProfile }: Stack): string =>
  [
    ...Object.entries(options).map(([name, value]) => `\`${name}: ${value}\``),
    ...(tokenProfile === 'rfc9068' ? [] : [`\`tokenProfile: ${tokenProfile}\``]),
  ].join(', ') || '-'

const nameSources = { idToken: 'ID token', userInfo: 'UserInfo' } as const

function stacksTable(): string {
  const results = JSON.parse(readFileSync(join(examples, 'results.json'), 'utf8')) as Readonly<
    Record<string, Result>
  >
  const rows = stackNames.map((name) => {
    const stack = describe(name)
    const { version = '', result = 'not run' } = results[name] ?? {}
    const source = stack.nameFrom ? nameSources[stack.nameFrom] : '-'
    const library = version ? `${stack.library} ${version}` : stack.library
    return [`[${name}](${name}/)`, stack.title, library, stack.kind, optionsOf(stack), source, result]
  })
  return tableOf([['Folder', 'Stack', 'Library', 'Kind', 'Options', 'Name from', 'Last run'], ...rows])
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

const begin = '<!-- table of stacks -->'
const end = '<!-- end of the table -->'

export function readmeWithTable(readme: string): string {
  const [before = ''] = readme.split(begin)
  const [, after = ''] = readme.split(end)
  return `${before}${begin}\n\n${stacksTable()}\n\n${end}${after}`
}

export const readmeFile = join(examples, 'README.md')
export const stacksFile = fileURLToPath(new URL('src/pages/clients/stacks/printed.ts', import.meta.url))
