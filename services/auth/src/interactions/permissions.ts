import { sql } from '@signet/db'
import { normaliseResource } from '@signet/directory'
import type { AuthorizationDetail } from 'oidc-provider'
import type { ConsentPermission } from '../pages/consent.ts'
import type { OptionsContext } from '../provider-options/context.ts'

/** A request somebody is asked about: one of a browser that waits, or one that came by itself. */
interface Asked {
  readonly context: OptionsContext
  readonly interaction: { readonly params: Readonly<Record<string, unknown>> }
}

/** What the request asks for, as it is stored: never what a form says (T14). */
export const scopesOf = ({ interaction }: Asked): string[] =>
  String(interaction.params.scope ?? '')
    .split(' ')
    .filter(Boolean)

export const resourcesOf = ({ interaction }: Asked): string[] =>
  [interaction.params.resource ?? []].flat().map(String)

/** Fine-grained permissions (RFC 9396), which the provider has checked against their types. */
export function detailsOf({ context, interaction }: Asked): AuthorizationDetail[] {
  const given = interaction.params.authorization_details
  if (!context.settings['richAuthorizationRequests.enabled'] || typeof given !== 'string') return []
  return JSON.parse(given) as AuthorizationDetail[]
}

type Description = Pick<ConsentPermission, 'description' | 'kind'>

/** Each permission in the project's own words: those of the API it is for, or else those of the instance. */
export async function permissionsOf(turn: Asked): Promise<ConsentPermission[]> {
  const ofApis = await apiDescriptions(turn)
  const general = turn.context.settings['consent.scopeDescriptions']
  const described = (scope: string): Description => {
    const ofApi = ofApis.find((descriptions) => Object.hasOwn(descriptions, scope))?.[scope]
    const description = ofApi?.description ?? (Object.hasOwn(general, scope) ? general[scope] : undefined)
    const kind = ofApi && (ofApi.kind ?? 'act')
    return { ...(description ? { description } : {}), ...(kind ? { kind } : {}) }
  }
  return scopesOf(turn)
    .filter((scope) => scope !== 'openid')
    .map((scope) => ({ scope, ...described(scope) }))
}

async function apiDescriptions(turn: Asked): Promise<Record<string, Description>[]> {
  const asked = resourcesOf(turn)
  if (asked.length === 0) return []
  const { deps, project } = turn.context
  const rows = await deps.database.rows<{ descriptions: Record<string, Description> }>(sql`
    SELECT scope_descriptions AS descriptions FROM resources
    WHERE project_id = ${project.id} AND identifier_key = ANY(${[...asked, ...asked.map((one) => normaliseResource(one))]})`)
  return rows.map(({ descriptions }) => descriptions)
}
