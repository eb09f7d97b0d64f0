import { type ClientProblem, clientProblems, settingsInForce } from '@signet/clients'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { keySetOf, loadSettings } from '@signet/tenancy'
import type { ProjectRow } from '../../projects/row.ts'

type Project = Pick<ProjectRow, 'id' | 'addressForm' | 'reserved'>
type Choices = Parameters<typeof clientProblems>[0] & { readonly grantTypes?: readonly string[] | undefined }

/** No setting or key in force offers these choices. */
export type ProblemsOf = (client: Choices) => ClientProblem[]

export async function readProblemsOf(executor: Executor, project: Project): Promise<ProblemsOf> {
  const [settings, keys] = await Promise.all([
    loadSettings(executor),
    executor.rows<{ algorithm: string }>(
      sql`SELECT algorithm FROM signing_keys WHERE key_set_id = ${keySetOf(project)} AND state = 'signing'`,
    ),
  ])
  const keyAlgorithms = keys.map(({ algorithm }) => algorithm)
  const inForce = settingsInForce(project, settings)
  return (client) => [
    ...clientProblems(client, inForce, keyAlgorithms),
    ...(project.reserved === 'administrators' ? grantProblems(client) : []),
  ]
}

/** The administrators' project has none of these grants: tokens of administrators are for agents only. */
const ofTenants = [
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
]

const grantProblems = ({ grantTypes = [] }: Choices): ClientProblem[] =>
  grantTypes
    .filter((type) => ofTenants.includes(type))
    .map((type) => ({
      path: 'grantTypes',
      message: `${type} is not offered to applications of this project`,
    }))

/**
 * Unchanged fields that became impossible are reported with the application and do not block another change.
 * @param changed the fields of this change
 */
export function refuseProblems(
  problemsOf: ProblemsOf,
  client: Choices,
  changed: Readonly<Record<string, unknown>>,
): void {
  const errors = problemsOf(client).filter(({ path }) => changed[path] !== undefined)
  const [first] = errors
  if (first) refuse('invalid_value', { detail: `${first.path}: ${first.message}.`, errors })
}
