import { operations } from '@signet/contracts'
import { newId } from '@signet/runtime'
import { implementWithPrisma } from '../../implement.ts'
import { refusePlanLimit } from '../plans/read.ts'
import { prepareClient, storeClient } from './new-client.ts'
import { mintSecret, needsSecret } from './secret.ts'
import { toClient } from './to-client.ts'

export const client_create = implementWithPrisma(operations.client_create, {
  async prepare(context, { projectId: _path, ...input }) {
    const { detail, ...prepared } = await prepareClient(context, input)
    const id = newId('client')
    const secret = needsSecret(input) ? mintSecret(context.deps, context.project.id, id, input) : null
    return { ...prepared, id, secret, target: { id, detail } }
  },

  lock: ({ sql }, { caller, project }) => refusePlanLimit(sql, caller, project, 'applicationsPerProject'),

  async apply(tx, context, input, prepared) {
    const { problemsOf, secret } = prepared
    const row = await storeClient(tx, context, input, prepared)
    return { ...toClient(row, problemsOf), ...(secret ? { clientSecret: secret.secret } : {}) }
  },
})
