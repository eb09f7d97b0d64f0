import type { AuthenticatorModel } from '@signet/accounts/authenticator-models'
import type { OptionsContext } from '../core/issuer-context.ts'

/** Permitted models by AAGUID. */
export type PermittedModels = ReadonlyMap<string, AuthenticatorModel>

/**
 * Returns `any` without a list, and `unknown` while the operator's copy of the metadata cannot be used. A listed model without an entry
 * in the metadata is not permitted.
 */
export async function permittedModels({
  deps,
  project,
}: Pick<OptionsContext, 'deps' | 'project'>): Promise<PermittedModels | 'any' | 'unknown'> {
  const { passkeyAuthenticators: listed } = project
  if (listed.length === 0) return 'any'
  const metadata = await deps.authenticatorModels.read()
  if (typeof metadata === 'string') return 'unknown'
  return new Map(
    listed.flatMap((aaguid) => {
      const model = metadata.models.get(aaguid)
      return model ? [[aaguid, model]] : []
    }),
  )
}

/** Empty when any model is permitted. */
export const namesOf = (permitted: Awaited<ReturnType<typeof permittedModels>>): string[] =>
  typeof permitted === 'string'
    ? []
    : [...new Set([...permitted.values()].filter((one) => !one.isCompromised).map(({ name }) => name))]
