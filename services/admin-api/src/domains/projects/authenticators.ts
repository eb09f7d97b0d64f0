import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'

/** Includes models with an attestation, and those that were reported as compromised. */
export const project_authenticator_list = implementRead(
  operations.project_authenticator_list,
  async ({ deps }) => {
    const metadata = await deps.authenticatorModels.read()
    if (typeof metadata === 'string') return { metadata, nextUpdate: null, authenticators: [] }
    return {
      metadata: 'ready' as const,
      nextUpdate: metadata.nextUpdate,
      authenticators: [...metadata.models.values()]
        .filter(({ anchors }) => anchors.length > 0)
        .map(({ aaguid, name, isCompromised }) => ({ aaguid, name, isCompromised }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    }
  },
)
