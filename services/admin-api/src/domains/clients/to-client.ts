import { brandShades } from '@signet/clients'
import type { Client } from '@signet/contracts'
import * as z from 'zod'
import { logoUrl } from '../../logo.ts'
import type { ClientRow } from './client-store.ts'
import type { ProblemsOf } from './problems.ts'

/** The secret is not a field of the result. */
export function toClient({ id, ...row }: ClientRow, problemsOf: ProblemsOf): Client {
  const {
    logo,
    logoType,
    projectId: _project,
    builtIn: _builtIn,
    responseTypes: _response,
    metadata: _metadata,
    firstUsedAt: _used,
    backchannelLogoutFailure: failure,
    ...rest
  } = row
  const {
    secretDigest: _digest,
    secretSealed: _sealed,
    previousSecretDigest: _previous,
    secretChangedAt,
    previousSecretExpiresAt,
    previousSecretUsedAt,
    createdAt,
    updatedAt,
    ...fields
  } = rest
  return {
    ...(fields as unknown as Client),
    clientId: id,
    clientName: row.clientName ?? '',
    problems: problemsOf(row),
    backchannelLogoutFailure: failureAt(row.backchannelLogoutUri, failure),
    scope: row.scope ?? '',
    logo: logoUrl(logo, logoType),
    paintedPrimaryColor: row.primaryColor ? brandShades(row.primaryColor) : null,
    secretChangedAt: secretChangedAt?.toISOString() ?? null,
    ...previousSecretOf(previousSecretExpiresAt, previousSecretUsedAt),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function previousSecretOf(
  expiresAt: Date | null | undefined,
  usedAt: Date | null | undefined,
): Pick<Client, 'previousSecretExpiresAt' | 'previousSecretUsedAt'> {
  const isAccepted = expiresAt && expiresAt.getTime() > Date.now()
  return {
    previousSecretExpiresAt: isAccepted ? expiresAt.toISOString() : null,
    previousSecretUsedAt: (isAccepted && usedAt?.toISOString()) || null,
  }
}

type LargeField = 'logo' | 'jwks' | 'assertionIssuers' | 'assertionAudiences' | 'declaredClaims' | SecretTime
type SecretTime = 'secretChangedAt' | 'previousSecretExpiresAt' | 'previousSecretUsedAt'

/** Omits fields that can be large. */
export const toClientRow =
  (problemsOf: ProblemsOf) =>
  (row: ClientRow): Omit<Client, LargeField> => {
    const {
      logo: _logo,
      jwks: _jwks,
      assertionIssuers: _issuers,
      assertionAudiences: _audiences,
      declaredClaims: _claims,
      secretChangedAt: _changed,
      previousSecretExpiresAt: _expires,
      previousSecretUsedAt: _previousUse,
      ...rest
    } = toClient(row, problemsOf)
    return rest
  }

const Failure = z.object({ uri: z.string(), at: z.string(), reason: z.string() })

/** Omits a failure of an earlier address. */
function failureAt(uri: string | null, stored: unknown): Client['backchannelLogoutFailure'] {
  if (uri === null || stored === null) return null
  const { data } = Failure.safeParse(stored)
  return data && data.uri === uri ? { at: data.at, reason: data.reason } : null
}
