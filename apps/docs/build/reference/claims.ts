import { claimSources, defaultClaims, limits } from '@signet/contracts'
import { code, table } from '../markdown.ts'
import type { Page } from '../page.ts'

export const claimsPage = (): Page => ({
  path: 'reference/protocols/claims',
  title: 'Claims',
  description: 'Claims by scope, and the sources of declared claims.',
  order: 1,
  body: `## Scopes

The setting \`claims\` changes this table, and UserInfo returns the claims. An ID token has them only if the application has no access token
for UserInfo, or if its page has **Claims in the ID token** on.

${table(
  ['Scope', 'Claims'],
  Object.entries(defaultClaims).map(([scope, claims]) => [code(scope), claims.map(code).join(', ')]),
)}

## Declared claims

[Declare claims](page:how-to/sign-in/claims) describes them. Their sources are ${claimSources.map(code).join(', ')}. One token has at most
${limits.declaredClaims.tokenBytes} bytes of declared claims; a project, an API or an application has at most ${limits.declaredClaims.entries}.`,
})
