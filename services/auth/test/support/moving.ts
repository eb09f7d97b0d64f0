import { sql } from '@signet/db'
import { keepFormerHost } from '@signet/federation'
import { bumpProject, issuerOf } from '@signet/tenancy'
import type { Auth } from './harness.ts'

type AddressForm = 'path' | 'subdomain' | 'host'

export async function moveProject(
  { database, depsNow }: Auth,
  projectId: string,
  form: AddressForm,
): Promise<string> {
  const name = `moved-${Math.random().toString(36).slice(2, 10)}`
  const [slug, host] = form === 'host' ? [null, `${name}.example`] : [name, null]
  await database.transaction(async (tx) => {
    await keepFormerHost(tx, projectId)
    await tx.run(
      sql`UPDATE projects SET address_form = ${form}, slug = ${slug}, host = ${host} WHERE id = ${projectId}`,
    )
    await bumpProject(tx, projectId)
  })
  return issuerOf({ addressForm: form, slug, host }, depsNow().config.SIGNET_BASE_URL) ?? ''
}

export const expireFormerHosts = ({ database }: Auth, projectId: string): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(
      sql`UPDATE address_tombstones SET passkeys_until = now() - interval '1 second' WHERE project_id = ${projectId}`,
    )
    await bumpProject(tx, projectId)
  })
