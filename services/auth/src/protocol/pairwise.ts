import { pairwisePurpose, pairwiseSubject, saltedKey, sectorOf } from '@signet/accounts'
import type { Configuration } from 'oidc-provider'
import type { IssuerDeps } from '../core/deps.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

/** Pairwise subjects (OpenID Connect Core 8.1), constant for the lifetime of the project. */
export function pairwise({ deps, project }: OptionsContext): Configuration {
  // Read once, at the first pairwise subject: projects without pairwise applications do not read it.
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

/**
 * Derives the key of a project from the salt of the instance, independent of the secret keys in the
 * environment.
 */
export const pairwiseKey = (
  deps: Pick<IssuerDeps, 'database' | 'vault'>,
  projectId: string,
): Promise<Buffer> => saltedKey(deps, pairwisePurpose(projectId))
