import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fieldProblemsOf, ProjectDocument } from '@signet/contracts'
import { parseDocument } from 'yaml'
import { fail } from '../failure.ts'

export type ProjectDocumentValue = ReturnType<typeof ProjectDocument.parse>

/** Stdin for `-`. */
export const readText = (path: string): string => {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    return fail(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * YAML 1.2 or JSON.
 * @throws Failure that names each invalid field
 */
export function parseProjectDocument(text: string, path: string): ProjectDocumentValue {
  const document = parseDocument(text, { uniqueKeys: true })
  const [error] = document.errors
  if (error) return fail(`${path}: ${error.message}`)
  // The bound prevents aliases from expanding a small file without a limit.
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  const parsed = ProjectDocument.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = fieldProblemsOf(parsed.error.issues, value)
  return fail(
    problems.map((problem) => `${path}: ${problem.path || 'the file'} ${problem.message}.`).join('\n'),
  )
}

/** Paths are relative to the file. */
function resolveSecrets(value: unknown, env: NodeJS.ProcessEnv, folder: string): unknown {
  if (Array.isArray(value)) return value.map((member) => resolveSecrets(member, env, folder))
  if (typeof value !== 'object' || value === null) return value
  const reference: unknown = Reflect.get(value, 'secretFrom')
  if (typeof reference === 'string') return readSecret(reference, env, folder)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolveSecrets(member, env, folder)]),
  )
}

function readSecret(reference: string, env: NodeJS.ProcessEnv, folder: string): string {
  const name = reference.slice(reference.indexOf(':') + 1)
  if (reference.startsWith('file:')) return readText(resolve(folder, name)).replace(/\r?\n$/, '')
  return (
    env[name] || fail(`The environment has no ${name}, which the file names as secretFrom: ${reference}.`)
  )
}

export const readProjectFile = (path: string, env: NodeJS.ProcessEnv): Record<string, unknown> =>
  resolveSecrets(
    parseProjectDocument(readText(path), path),
    env,
    path === '-' ? process.cwd() : dirname(resolve(path)),
  ) as Record<string, unknown>
