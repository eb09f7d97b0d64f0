import { checkDeclaredClaims } from '@signet/accounts'
import { type ClientShape, checkClient } from '@signet/clients'
import { operations } from '@signet/contracts'
import { givenFields, implementWithPrisma, namesNothing } from '../../implement.ts'
import { claimColumn } from '../../projects/declared-claims.ts'
import { clientChanges, clientColumns } from './client-fields.ts'
import { findClient, findOwnClient, lockClient, updateClient } from './client-store.ts'
import { readProblemsOf, refuseProblems } from './problems.ts'
import { checkReferences } from './references.ts'
import { mintSecret, needsSecret } from './secret.ts'
import { toClient } from './to-client.ts'

/** An application that becomes confidential gets its secret once, in this response. */
export const client_update = implementWithPrisma(operations.client_update, {
  async prepare(context, { projectId: _path, clientId, ...input }) {
    const before = await findOwnClient(context, context.project.id, clientId)
    const given = givenFields(input)
    const after = { ...before, ...given } as ClientShape & typeof before
    const columns = clientColumns(input, context.deps.config.SIGNET_EGRESS_ALLOW)
    checkClient(after)
    await checkReferences(context.deps.database, context.project.id, input)
    const problemsOf = await readProblemsOf(context.deps.database, context.project)
    refuseProblems(problemsOf, after, given)
    const secret =
      needsSecret(after) && !before.secretDigest
        ? mintSecret(context.deps, context.project.id, clientId, after)
        : null
    const detail = clientChanges(toClient(before, problemsOf), input)
    const list = detail.declaredClaims ? input.declaredClaims : undefined
    checkDeclaredClaims('application', list ?? [], context.project)
    return {
      columns,
      secret,
      problemsOf,
      list,
      unchanged: namesNothing(detail) && secret === null,
      target: { id: clientId, detail },
    }
  },

  lock: (tx, { project }, { clientId }) => lockClient(tx, project.id, clientId),

  async apply(tx, context, { clientId }, { columns, secret, problemsOf, list, unchanged }) {
    const { project } = context
    if (unchanged) return toClient(await findClient(context, project.id, clientId), problemsOf)
    const claims = await claimColumn(tx.sql, { owner: 'application', project, list })
    const row = await updateClient(tx, project.id, clientId, { ...columns, ...claims, ...secret?.columns })
    return { ...toClient(row, problemsOf), ...(secret ? { clientSecret: secret.secret } : {}) }
  },
})
