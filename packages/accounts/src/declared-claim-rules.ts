import { isDeepStrictEqual } from 'node:util'
import {
  type ClaimOwner,
  type DeclaredClaim,
  isClaimName,
  isDeclarableClaim,
  limits,
  problemOfClaim,
  untaggedClaim,
} from '@signet/contracts'
import { refuseValue } from '@signet/runtime'
import { isOfSignIn } from './declared-claims.ts'

const bounds = limits.declaredClaims

/** The flag of verification of these claims is about one field of the account. */
const sourceOfVerified: ReadonlyMap<string, DeclaredClaim['source']> = new Map([
  ['email', 'email'],
  ['phone_number', 'phoneNumber'],
])

/** RFC 6749 section 3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

export function checkDeclaredClaims(
  owner: ClaimOwner,
  list: readonly DeclaredClaim[],
  project: { readonly reserved: string | null },
): void {
  if (project.reserved && list.length > 0)
    refuseValue(
      'declaredClaims',
      "must be empty in the administrators' project: its tokens carry the rights of the console and of agents",
    )
  if (Buffer.byteLength(JSON.stringify(list)) > bounds.listBytes)
    refuseValue('declaredClaims', `needs more than ${bounds.listBytes} bytes as JSON`)
  for (const [index, entry] of list.entries()) {
    const path = `declaredClaims.${index}`
    checkName(path, entry)
    checkSource(path, entry)
    checkCondition(path, entry)
    checkOutputs(path, owner, entry)
    if (list.findIndex((one) => isDeepStrictEqual(one, entry)) < index)
      refuseValue(path, 'repeats another entry of the list')
  }
}

function checkName(path: string, { claim, source }: DeclaredClaim): void {
  if (!isClaimName(claim)) refuseValue(`${path}.claim`, 'cannot be the name of a claim')
  if (!isDeclarableClaim(claim)) refuseValue(`${path}.claim`, 'is a claim of the protocol')
  const required = sourceOfVerified.get(untaggedClaim(claim))
  if (required && source !== required)
    refuseValue(
      `${path}.source`,
      `must be ${required} for the claim ${claim}, which applications take as verified`,
    )
}

function checkSource(path: string, { claim, source, storedClaim, value }: DeclaredClaim): void {
  if (source === 'storedClaim' && storedClaim === undefined)
    refuseValue(`${path}.storedClaim`, 'is needed with the source storedClaim')
  if (source !== 'storedClaim' && storedClaim !== undefined)
    refuseValue(`${path}.storedClaim`, 'is for the source storedClaim only')
  if (source !== 'fixed' && value !== undefined) refuseValue(`${path}.value`, 'is for the source fixed only')
  if (source !== 'fixed') return
  const problem = problemOfValue(value) ?? problemOfClaim(claim, value)
  if (problem) refuseValue(`${path}.value`, problem)
}

function problemOfValue(value: unknown): string | undefined {
  const { valueCharacters, listItems, listItemCharacters } = bounds
  if (typeof value === 'boolean' || Number.isFinite(value)) return undefined
  if (typeof value === 'string')
    return value.length > valueCharacters ? `must have at most ${valueCharacters} characters` : undefined
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    return 'must be a text, a number, true, false or a list of texts'
  if (value.length > listItems) return `must have at most ${listItems} texts`
  return value.some((item) => item.length > listItemCharacters)
    ? `must have texts of at most ${listItemCharacters} characters`
    : undefined
}

function checkCondition(path: string, { condition }: DeclaredClaim): void {
  if (!condition) return
  const { scope, group } = condition
  if (scope === undefined && group === undefined)
    refuseValue(`${path}.condition`, 'must name a scope or a group')
  if (scope !== undefined && !scopeToken.test(scope))
    refuseValue(`${path}.condition.scope`, 'has a character that no scope may have')
  if (group === null)
    refuseValue(`${path}.condition.group`, 'was deleted: name another group, or remove the claim')
}

function checkOutputs(path: string, owner: ClaimOwner, { in: outputs, source }: DeclaredClaim): void {
  if (!outputs) return
  if (new Set(outputs).size < outputs.length) refuseValue(`${path}.in`, 'must name each output once')
  if (owner === 'api' && outputs.some((output) => output !== 'access_token'))
    refuseValue(`${path}.in`, 'must be access_token: an API receives no ID token and no UserInfo')
  if (isOfSignIn(source) && outputs.includes('userinfo'))
    refuseValue(`${path}.in`, `must not be userinfo with the source ${source}: UserInfo knows no sign-in`)
}
