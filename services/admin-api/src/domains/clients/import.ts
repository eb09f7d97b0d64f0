import { type InputOf, type Operations, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse, refuseValue } from '@signet/runtime'
import { refusingDuplicates } from '@signet/tenancy'
import { type Context, implementWithPrisma, type Tx, type TxWithPrisma } from '../../implement.ts'
import { refusePlanLimit } from '../plans/read.ts'
import type { ClientRow } from './client-store.ts'
import { prepareClient, storeClient } from './new-client.ts'
import type { ProblemsOf } from './problems.ts'
import { hasKeySecret, mintSecret, type NewSecret, needsSecret, noPreviousSecret } from './secret.ts'
import { toClient } from './to-client.ts'

/** Bytes of the shortest key of HS256 (RFC 7518, section 3.2). */
const keyBytes = 32

const taken = 'Another application, user or agent of the instance has the client id.'

type Input = InputOf<Operations['client_import']>
type At = Pick<Context<Operations['client_import']>, 'deps' | 'project'>

/** Checked; from another system or instance. */
export interface ImportedClient {
  readonly id: string
  readonly input: Omit<Input, 'projectId' | 'clientId' | 'clientSecret'>
  readonly columns: Awaited<ReturnType<typeof prepareClient>>['columns']
  readonly problemsOf: ProblemsOf
  readonly detail: Readonly<Record<string, unknown>>
  /** The secret itself is unknown when only its digest was moved. */
  readonly secret: Pick<NewSecret, 'columns'> | null
  /** The secret, when this import created it. */
  readonly newSecret: string | null
}

/** @param secretDigest digest at another instance, when the secret itself is unknown */
export async function prepareImported(
  context: At,
  { projectId: _path, clientId: id, clientSecret, ...input }: Input,
  secretDigest?: string,
): Promise<ImportedClient> {
  const { deps, project } = context
  const prepared = await prepareClient(context, input)
  if ((clientSecret ?? secretDigest) !== undefined && !needsSecret(input))
    refuseValue('clientSecret', 'is only for an application that authenticates with a secret')
  const isKey = hasKeySecret(input)
  if (clientSecret !== undefined && isKey && clientSecret.length < keyBytes)
    refuseValue('clientSecret', `must have at least ${keyBytes} characters, because it serves as a key`)
  if (clientSecret === undefined && secretDigest !== undefined) {
    if (isKey) refuseValue('clientSecret', 'is needed, because it serves as a key')
    const columns = { secretDigest, secretSealed: null, ...noPreviousSecret }
    return { ...prepared, id, input, secret: { columns }, newSecret: null }
  }
  const secret = needsSecret(input) ? mintSecret(deps, project.id, id, input, clientSecret) : null
  const newSecret = secret && clientSecret === undefined ? secret.secret : null
  return { ...prepared, id, input, secret, newSecret }
}

/** @throws Refusal when another application of the instance has the client id */
export const storeImported = (
  tx: TxWithPrisma,
  context: Pick<At, 'project'>,
  imported: ImportedClient,
): Promise<ClientRow> => refusingDuplicates(storeClient(tx, context, imported.input, imported), taken)

export const client_import = implementWithPrisma(operations.client_import, {
  async prepare(context, input) {
    const { project } = context
    if (project.reserved) refuse('forbidden', { detail: 'This project imports no applications.' })
    const imported = await prepareImported(context, input)
    return { ...imported, target: { id: input.clientId, detail: imported.detail } }
  },

  async lock({ sql: tx }, { caller, project }, { clientId }) {
    await refusePlanLimit(tx, caller, project, 'applicationsPerProject')
    await refuseTaken(tx, project.id, clientId)
  },

  async apply(tx, context, _input, imported) {
    const row = await storeImported(tx, context, imported)
    const { newSecret } = imported
    return {
      ...toClient(row, imported.problemsOf),
      ...(newSecret === null ? {} : { clientSecret: newSecret }),
    }
  },
})

/** The client id is the subject of tokens of the application: no account of the project and no agent may have it. */
export async function refuseTaken(tx: Tx['sql'], projectId: string, id: string): Promise<void> {
  const owners = await tx.rows<object>(sql`
    SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${id}
    UNION ALL SELECT 1 FROM agent_clients WHERE client_id = ${id}`)
  if (owners.length > 0) refuse('already_exists', { detail: taken })
}
