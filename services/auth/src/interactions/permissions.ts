import { sql } from '@signet/db'
import { normaliseResource } from '@signet/directory'
import type { ConsentPermission } from '../pages/consent.ts'
import type { Interaction } from './types.ts'

/** What the request asks for, as it is stored: never what a form says (T14). */
export const scopesOf = ({ interaction }: Interaction): string[] =>
  String(interaction.params.scope ?? '')
    .split(' ')
    .filter(Boolean)

export const resourcesOf = ({ interaction }: Interaction): string[] =>
  [interaction.params.resource ?? []].flat().map(String)

type Description = Pick<ConsentPermission, 'description' | 'kind'>

/** Each permission in the project's own words: those of the API it is for, or else those of the instance. */
export async function permissionsOf(turn: Interaction): Promise<ConsentPermission[]> {
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

async function apiDescriptions(turn: Interaction): Promise<Record<string, Description>[]> {
  const asked = resourcesOf(turn)
  if (asked.length === 0) return []
  const { deps, project } = turn.context
  const rows = await deps.database.rows<{ descriptions: Record<string, Description> }>(sql`
    SELECT scope_descriptions AS descriptions FROM resources
    WHERE project_id = ${project.id} AND identifier_key = ANY(${[...asked, ...asked.map((one) => normaliseResource(one))]})`)
  return rows.map(({ descriptions }) => descriptions)
}
