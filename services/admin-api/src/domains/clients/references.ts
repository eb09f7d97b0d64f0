import type { InputOf, Operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuseValue } from '@signet/runtime'

type Input = Pick<InputOf<Operations['client_update']>, 'exchangeAudiences' | 'assertionIssuers'>

/** A project file that creates the objects is checked in its transaction. */
export async function checkReferences(
  executor: Executor,
  projectId: string,
  { exchangeAudiences = [], assertionIssuers }: Input,
): Promise<void> {
  if (exchangeAudiences.length > 0) {
    const apis = await executor.rows<{ identifier: string }>(
      sql`SELECT identifier FROM resources WHERE project_id = ${projectId} AND identifier = ANY(${exchangeAudiences})`,
    )
    const known = apis.map(({ identifier }) => identifier)
    exchangeAudiences.forEach((audience, index) => {
      if (!known.includes(audience))
        refuseValue(`exchangeAudiences.${index}`, 'is not the identifier of an API of the project')
    })
  }
  const named = (assertionIssuers ?? []).flatMap(({ providerId }) => providerId ?? [])
  if (named.length === 0) return
  const providers = await executor.rows<{ id: string }>(
    sql`SELECT id FROM identity_providers WHERE project_id = ${projectId} AND id = ANY(${named})`,
  )
  const known = providers.map(({ id }) => id)
  ;(assertionIssuers ?? []).forEach(({ providerId }, index) => {
    if (providerId !== undefined && !known.includes(providerId))
      refuseValue(`assertionIssuers.${index}.providerId`, 'is not a provider of the project')
  })
}
