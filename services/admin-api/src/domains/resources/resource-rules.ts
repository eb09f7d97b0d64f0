import type { InputOf, Operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse, refuseValue } from '@signet/runtime'
import { keySetOf } from '@signet/tenancy'
import type { ProjectRow } from '../../projects/row.ts'

type Descriptions = NonNullable<InputOf<Operations['resource_declare']>['scopeDescriptions']>

/**
 * Requires an absolute URI without a fragment (RFC 8707 section 2). Rejects every spelling of an address of the instance: a declaration
 * must never give tokens for the agent endpoint or the issuer.
 */
export function checkIdentifier(identifier: string, baseUrl: string): void {
  const url = URL.parse(identifier)
  if (!url || url.protocol === 'javascript:' || identifier.includes('#') || /\s/.test(identifier))
    refuseIdentifier('must be an absolute URI without a fragment')
  if (url.username || url.password) refuseIdentifier('must not carry credentials')
  if (url.host !== '' && url.host === new URL(baseUrl).host)
    refuseIdentifier('is an address of this instance')
}

function refuseIdentifier(message: string): never {
  refuse('identifier_refused', {
    detail: `identifier ${message}.`,
    errors: [{ path: 'identifier', message }],
  })
}

/** No token could be signed without a signing key of the algorithm. */
export async function checkSigningAlg(
  executor: Executor,
  project: Pick<ProjectRow, 'id' | 'addressForm'>,
  algorithm: string | null | undefined,
): Promise<void> {
  if (!algorithm) return
  const keys = await executor.rows<object>(sql`
    SELECT 1 FROM signing_keys
    WHERE key_set_id = ${keySetOf(project)} AND state = 'signing' AND algorithm = ${algorithm}`)
  if (keys.length === 0)
    refuseValue('accessTokenSigningAlg', 'is an algorithm that no key of the project signs with')
}

/** An application with a scope that means everything would also get every later permission. */
const omnibus = new Set(['all', 'any', 'everything', 'full', 'fullaccess', 'default'])

/** Every API shares the scopes of the protocol. */
const protocolScopes = new Set(['openid', 'offline_access'])

/** RFC 6749 section 3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

export function checkScopes(scopes: readonly string[]): void {
  scopes.forEach((scope, index) => {
    const path = `scopes.${index}`
    if (!scopeToken.test(scope)) refuseValue(path, 'has a character that no scope may have')
    if (protocolScopes.has(scope)) refuseValue(path, 'is a scope of the protocol')
    if (scopes.indexOf(scope) !== index) refuseValue(path, 'is named twice')
    if (scope.includes('*') || omnibus.has(scope.toLowerCase().replace(/[^a-z]/g, '')))
      refuse('omnibus_scope', {
        detail: `${path} grants everything.`,
        errors: [{ path, message: 'grants everything' }],
      })
  })
}

export function checkDescriptions(descriptions: Descriptions, scopes: readonly string[]): void {
  const stray = Object.keys(descriptions).find((name) => !scopes.includes(name))
  if (stray !== undefined) refuseValue(`scopeDescriptions.${stray}`, 'describes no scope of this API')
}

/** Keeps the descriptions of remaining scopes when scopes change without descriptions. */
export const keptDescriptions = (descriptions: Descriptions, scopes: readonly string[]): Descriptions =>
  Object.fromEntries(Object.entries(descriptions).filter(([name]) => scopes.includes(name)))
