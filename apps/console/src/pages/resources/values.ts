import type { ProtectedResource, SigningAlgorithm } from '@signet/contracts'
import type { FormState } from '../../components/form.tsx'

export interface ResourceValues {
  readonly name: string
  readonly scopes: readonly string[]
  readonly descriptions: Readonly<Record<string, { description: string; kind: 'see' | 'act' }>>
  readonly tokenFormat: 'jwt' | 'opaque'
  readonly lifetime: string
  readonly algorithm: SigningAlgorithm | ''
  readonly tokenProfile: ProtectedResource['tokenProfile']
  readonly userInfoAccess: boolean
  readonly mcpServer: boolean
}

export const emptyResource: ResourceValues = {
  name: '',
  scopes: [''],
  descriptions: {},
  tokenFormat: 'jwt',
  lifetime: '900',
  algorithm: '',
  tokenProfile: 'rfc9068',
  userInfoAccess: false,
  mcpServer: false,
}

export const valuesOf = (resource: ProtectedResource): ResourceValues => ({
  name: resource.name,
  scopes: resource.scopes,
  descriptions: resource.scopeDescriptions,
  tokenFormat: resource.tokenFormat,
  lifetime: String(resource.accessTokenTTL),
  algorithm: resource.accessTokenSigningAlg ?? '',
  tokenProfile: resource.tokenProfile,
  userInfoAccess: resource.userInfoAccess,
  mcpServer: resource.mcpServer,
})

export const scopesOf = ({ scopes }: ResourceValues): string[] =>
  scopes.map((scope) => scope.trim()).filter(Boolean)

/** A scope without a description is shown by its name. */
export const inputOf = (values: ResourceValues) => ({
  name: values.name.trim(),
  scopes: scopesOf(values),
  scopeDescriptions: Object.fromEntries(
    scopesOf(values).flatMap((scope) => {
      const { description = '', kind = 'act' } = values.descriptions[scope] ?? {}
      return description.trim() ? [[scope, { description: description.trim(), kind }]] : []
    }),
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
