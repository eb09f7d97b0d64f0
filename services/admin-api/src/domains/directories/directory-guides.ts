import { type DirectoryGuide, directoryGuideTexts } from '@signet/contracts'
import { kindOf } from '@signet/federation'
import type * as z from 'zod'

type Guide = Omit<z.input<typeof DirectoryGuide>, 'values'>

/** Copies the texts, because responses have mutable arrays. */
const textsOf = (kind: keyof typeof directoryGuideTexts) => {
  const { steps, pitfalls } = directoryGuideTexts[kind]
  return { steps: [...steps], pitfalls: [...pitfalls] }
}

/** The values of the project are added when a guide is read. */
export const directoryGuides: readonly Guide[] = [
  {
    directory: 'entra',
    displayName: 'Microsoft Entra ID',
    ...textsOf('entra'),
    recommendedCredential: 'secret',
    fallbackCredential: 'static_token',
    recommendedCorrelation: kindOf('entra').recommendedCorrelation,
    labels: {
      baseUrl: 'Tenant URL',
      tokenEndpoint: 'Token Endpoint',
      clientId: 'Client Identifier',
      clientSecret: 'Client Secret',
      staticToken: 'Secret Token',
    },
  },
  {
    directory: 'okta',
    displayName: 'Okta',
    ...textsOf('okta'),
    recommendedCredential: 'static_token',
    fallbackCredential: null,
    recommendedCorrelation: kindOf('okta').recommendedCorrelation,
    labels: {
      baseUrl: 'SCIM connector base URL',
      tokenEndpoint: null,
      clientId: null,
      clientSecret: null,
      staticToken: 'HTTP Header Authorization: Bearer',
    },
  },
  {
    directory: 'generic',
    displayName: 'Another directory',
    ...textsOf('generic'),
    recommendedCredential: 'key',
    fallbackCredential: 'secret',
    recommendedCorrelation: kindOf(null).recommendedCorrelation,
    labels: {
      baseUrl: 'SCIM base URL',
      tokenEndpoint: 'Token endpoint',
      clientId: 'Client ID',
      clientSecret: 'Client secret',
      staticToken: 'Bearer token',
    },
  },
]
