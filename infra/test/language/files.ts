import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/repository.ts'
import { readMarkdown, readMarked, readMessages, readScript } from './passages.ts'
import { type Offence, offencesIn, type Passage } from './rules.ts'

/** Fixed (migrations have checksums), quoted, generated, or shown to end users in their language. */
const exempt = [
  /^packages\/db\/migrations\//,
  /^packages\/contracts\/spec\//,
  /^infra\/test\/language\/rules\.ts$/,
  /^LICENSE$/,
]

const readers: readonly (readonly [RegExp, (path: string, text: string) => Passage[]])[] = [
  [/\.(?:ts|tsx|mjs|js)$/, readScript],
  [/^packages\/i18n\/messages\/en\/.*\.json$/, (_path, text) => readMessages(text)],
  [/\.md$/, (_path, text) => readMarkdown(text)],
  [/\.prisma$/, (_path, text) => readMarked('//', text)],
  [/\.sql$/, (_path, text) => readMarked('--', text)],
  [
    /\.(?:yaml|yml|cfg|conf|service|target|timer|socket|sh|tpl)$|Containerfile$/,
    (_path, text) => readMarked('#', text),
  ],
]

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean)

export const checkedFiles = (): string[] =>
  git('ls-files').filter(
    (path) => readers.some(([name]) => name.test(path)) && !exempt.some((pattern) => pattern.test(path)),
  )

export function passagesOf(path: string): Passage[] {
  const reader = readers.find(([name]) => name.test(path))
  return reader ? reader[1](path, readFileSync(join(root, path), 'utf8')) : []
}

export const offencesOf = (path: string): Offence[] => passagesOf(path).flatMap(offencesIn)

export function countsOf(offences: readonly Offence[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { rule } of offences) counts[rule.name] = (counts[rule.name] ?? 0) + 1
  return counts
}
