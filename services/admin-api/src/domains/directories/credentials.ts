import { operations } from '@signet/contracts'
import {
  familyOf,
  issueCredential,
  readCredentials,
  retirePrevious,
  revokeCredential,
} from '@signet/provisioning'
import { refuse } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { loadSettings } from '@signet/tenancy'
import { implement } from '../../implement.ts'
import { findConnection } from './connection-store.ts'
import { checkMaterial } from './credential-rules.ts'
import { availableKinds, scimAddresses } from './to-connection.ts'

/** A key has no secret or token. */
const valueFor = {
  key: () => ({ digests: {}, shown: {} }),
  secret: () => {
    const clientSecret = mintToken()
    return { digests: { secretDigest: digest(clientSecret) }, shown: { clientSecret } }
  },
  static_token: () => {
    const staticToken = mintToken('sct_')
    return { digests: { secretDigest: digest(staticToken) }, shown: { staticToken } }
  },
} as const

export const provisioning_credential_issue = implement(operations.provisioning_credential_issue, {
  async prepare({ deps, project }, { projectId: _path, connectionId, ...input }) {
    const { displayName, clientId } = await findConnection(deps.database, project.id, connectionId)
    if (scimAddresses({ deps, project }).scimBaseUrl === null) refuse('no_scim_address')
    if (!availableKinds(await loadSettings(deps.database)).includes(input.kind))
      refuse('credential_kind_unavailable', {
        detail: `Settings do not allow credentials of kind ${input.kind}.`,
      })
    const material = checkMaterial(input)
    const overlap = input.kind !== 'key' && (input.overlap ?? true)
    const detail = {
      kind: input.kind,
      overlap,
      ...(input.lifetimeDays === undefined ? {} : { lifetimeDays: input.lifetimeDays }),
      ...(input.jwksUri === undefined ? {} : { jwksUri: input.jwksUri }),
    }
    return {
      clientId,
      overlap,
      material,
      value: valueFor[input.kind](),
      target: { id: connectionId, connectionId, detail },
      shows: { displayName, ...detail },
    }
  },

  async apply({ sql: tx }, { project }, { connectionId, kind }, { clientId, overlap, material, value }) {
    const issued = await issueCredential(
      tx,
      { projectId: project.id, connectionId },
      { ...material, ...value.digests, kind, overlap },
    )
    return {
      kind,
      clientId,
      ...value.shown,
      ...(issued.expiresAt ? { expiresAt: issued.expiresAt.toISOString() } : {}),
      ...(issued.previousEndsAt ? { previousEndsAt: issued.previousEndsAt.toISOString() } : {}),
    }
  },
})

export const provisioning_credential_retire = implement(operations.provisioning_credential_retire, {
  async prepare({ deps, project }, { connectionId, kind }) {
    await findConnection(deps.database, project.id, connectionId)
    const held = await readCredentials(deps.database, { projectId: project.id, connectionId })
    if (!held.some((each) => familyOf(each.kind) === kind && each.previous)) refuse('no_previous_credential')
    return { target: { id: connectionId, connectionId, detail: { kind } } }
  },

  async apply({ sql: tx }, { project }, { connectionId, kind }) {
    await retirePrevious(tx, { projectId: project.id, connectionId }, kind)
    return {}
  },
})

export const provisioning_credential_revoke = implement(operations.provisioning_credential_revoke, {
  async prepare({ deps, project }, { connectionId, kind }) {
    await findConnection(deps.database, project.id, connectionId)
    const held = await readCredentials(deps.database, { projectId: project.id, connectionId })
    if (!held.some((each) => familyOf(each.kind) === kind)) refuse('no_credential')
    return { target: { id: connectionId, connectionId, detail: { kind } } }
  },

  async apply({ sql: tx }, { project }, { connectionId, kind }) {
    await revokeCredential(tx, { projectId: project.id, connectionId }, kind)
    return {}
  },
})
