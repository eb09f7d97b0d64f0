import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../local/repository.ts'
import { type GeneratedMutant, generateMutants } from './generate.ts'

const folders = [
  ...['auth', 'admin-api', 'scim', 'mcp-gateway'].map((name) => `services/${name}/src`),
  ...['accounts', 'db', 'federation', 'http', 'provisioning', 'sessions', 'tenancy', 'mail', 'events'].map(
    (name) => `packages/${name}/src`,
  ),
]

/** Programs of the command line, generated code and texts of pages are no guards. */
const isSource = (path: string): boolean =>
  path.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$|\/(generated|cli|author|texts)\//.test(path)

export const mutantsOfSources = (only: string | null): GeneratedMutant[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => isSource(path) && (only === null || path.includes(only)))
    .sort()
    .flatMap((path) => generateMutants(path, readFileSync(join(root, path), 'utf8')))

/** A seed chooses the same mutants each time. */
export function sampleOf(
  mutants: readonly GeneratedMutant[],
  count: number,
  seed: number,
): GeneratedMutant[] {
  const rest = [...mutants]
  let state = seed
  const chosen: GeneratedMutant[] = []
  while (chosen.length < count && rest.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    chosen.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1))
  }
  return chosen
}
