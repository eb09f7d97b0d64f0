import { pairwisePurpose, pairwiseSubject, saltedKey, sectorOf } from '@signet/accounts'
import type { Configuration } from 'oidc-provider'
import type { IssuerDeps } from '../core/deps.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

/** OpenID Connect Core 8.1; constant for the lifetime of the project. */
export function pairwise({ deps, project }: OptionsContext): Configuration {
  // Read at the first pairwise subject: other projects never read the key.
  let key: Promise<Buffer> | undefined
  return {
    subjectTypes: ['public', 'pairwise'],
    async pairwiseIdentifier(_ctx, accountId, client) {
      key ??= pairwiseKey(deps, project.id).catch((error) => {
        key = undefined
        throw error
      })
      return pairwiseSubject(await key, sectorOf(client), accountId)
    },
  }
}

/** Derives the key from the salt of the instance, independent of the secret keys in the environment. */
export const pairwiseKey = (
  deps: Pick<IssuerDeps, 'database' | 'vault'>,
  projectId: string,
): Promise<Buffer> => saltedKey(deps, pairwisePurpose(projectId))
