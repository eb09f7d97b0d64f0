import type { ProtectedResource, SigningAlgorithm } from '@signet/contracts'
import type { FormState } from '../../components/form.tsx'

/** Only a scope with a description sends its kind. */
export interface ScopeRow {
  readonly scope: string
  readonly description: string
  readonly kind: 'see' | 'act'
}

export const emptyScope: ScopeRow = { scope: '', description: '', kind: 'act' }

export interface ResourceValues {
  readonly name: string
  readonly scopes: readonly ScopeRow[]
  readonly tokenFormat: 'jwt' | 'opaque'
  readonly lifetime: string
  readonly algorithm: SigningAlgorithm | ''
  readonly tokenProfile: ProtectedResource['tokenProfile']
  readonly userInfoAccess: boolean
  readonly mcpServer: boolean
}

export const emptyResource: ResourceValues = {
  name: '',
  scopes: [emptyScope],
  tokenFormat: 'jwt',
  lifetime: '900',
  algorithm: '',
  tokenProfile: 'rfc9068',
  userInfoAccess: false,
  mcpServer: false,
}

export const valuesOf = (resource: ProtectedResource): ResourceValues => ({
  name: resource.name,
  scopes: resource.scopes.map((scope) => ({ ...emptyScope, ...resource.scopeDescriptions[scope], scope })),
  tokenFormat: resource.tokenFormat,
  lifetime: String(resource.accessTokenTTL),
  algorithm: resource.accessTokenSigningAlg ?? '',
  tokenProfile: resource.tokenProfile,
  userInfoAccess: resource.userInfoAccess,
  mcpServer: resource.mcpServer,
})

const namedScopes = ({ scopes }: ResourceValues): ScopeRow[] =>
  scopes
    .map((row) => ({ ...row, scope: row.scope.trim(), description: row.description.trim() }))
    .filter(({ scope }) => scope)

/** A scope without a description is shown by its name. */
export const inputOf = (values: ResourceValues) => ({
  name: values.name.trim(),
  scopes: namedScopes(values).map(({ scope }) => scope),
  scopeDescriptions: Object.fromEntries(
    namedScopes(values).flatMap(({ scope, description, kind }) =>
      description ? [[scope, { description, kind }]] : [],
    ),
  ),
  tokenFormat: values.tokenFormat,
  accessTokenTTL: Number(values.lifetime),
  accessTokenSigningAlg: values.algorithm || null,
  tokenProfile: values.tokenProfile,
  userInfoAccess: values.userInfoAccess,
  mcpServer: values.mcpServer,
})

export const resourceFields = [
  'name',
  'scopes',
  'scopeDescriptions',
  'tokenFormat',
  'accessTokenTTL',
  'accessTokenSigningAlg',
  'tokenProfile',
  'userInfoAccess',
  'mcpServer',
]

export type ResourceForm = Pick<FormState<ResourceValues>, 'values' | 'set' | 'errorAt' | 'errorsWithin'>
