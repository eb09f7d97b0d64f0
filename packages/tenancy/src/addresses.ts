import { type Sql, sql } from '@signet/db'
import { INSTANCE_KEY_SET } from '@signet/db/key-set'

interface AddressedProject {
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
}

/** Null without an address. Never built from a request's headers. */
export function issuerOf(project: AddressedProject, baseUrl: string): string | null {
  const base = new URL(baseUrl)
  switch (project.addressForm) {
    case 'root':
      return base.origin
    case 'path':
      return `${base.origin}/${project.slug}`
    case 'subdomain':
      return `${base.protocol}//${project.slug}.${base.host}`
    case 'host':
      return `${base.protocol}//${project.host}${base.port ? `:${base.port}` : ''}`
    default:
      return null
  }
}

/** Ids of the projects that share the root address. */
export const rootProjects: Sql = sql`
  SELECT p.id FROM instance i
  JOIN projects p ON p.id IN (i.default_project_id, i.administrators_project_id) AND p.address_form = 'root'`

/** The project's own key set, or the instance's at the root. */
export const keySetOf = (project: { readonly id: string; readonly addressForm: string }): string =>
  project.addressForm === 'root' ? INSTANCE_KEY_SET : project.id

/** Display name, or else the address, for end users. */
export const shownName = ({ displayName }: { readonly displayName: string | null }, issuer: string): string =>
  displayName ?? issuer.replace(/^https?:\/\//, '')
