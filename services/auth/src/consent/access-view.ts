import type { OptionsContext } from '../core/issuer-context.ts'
import type { AccessView, ConsentPermission } from '../pages/shared/access.ts'
import type { Permission, RequestedAccess, RequestedApi } from './requested-access.ts'

/** Prefers the descriptions of the API to those of the instance. */
export const accessView = (
  { settings }: OptionsContext,
  { permissions, apis, details }: Pick<RequestedAccess, 'permissions' | 'apis' | 'details'>,
): AccessView => {
  const general = settings['consent.scopeDescriptions']
  const view = ({ field, scope = '', claim, resource }: Permission): ConsentPermission => {
    if (claim !== undefined) return { field, scope: claim, isClaim: true }
    const descriptions = apis.find((api) => api.resource === resource)?.descriptions ?? {}
    return { field, scope, ...described(descriptions, general, scope) }
  }
  return {
    permissions: permissions.filter(({ resource }) => resource === undefined).map(view),
    apis: apis.map(({ resource, name }) => ({
      name,
      address: resource,
      permissions: permissions.filter((one) => one.resource === resource).map(view),
    })),
    details,
  }
}

function described(
  ofApi: RequestedApi['descriptions'],
  general: Readonly<Record<string, string>>,
  scope: string,
): Pick<ConsentPermission, 'description' | 'kind'> {
  const own = Object.hasOwn(ofApi, scope) ? ofApi[scope] : undefined
  const description = own?.description ?? (Object.hasOwn(general, scope) ? general[scope] : undefined)
  return { ...(description ? { description } : {}), ...(own ? { kind: own.kind ?? 'act' } : {}) }
}
