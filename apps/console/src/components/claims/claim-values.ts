import type { ClaimOutput, ClaimOwner, ClaimSource, DeclaredClaim } from '@signet/contracts'
import { textOfValue, valueOfText } from '../json-text.ts'

export interface ClaimDraft {
  readonly claim: string
  readonly source: ClaimSource
  /** The stored claim or the fixed value. */
  readonly detail: string
  readonly scope: string
  /** null: the group was deleted. */
  readonly group: string | null
  readonly outputs: readonly ClaimOutput[]
}

const isOfSignIn = (source: ClaimSource): boolean => source === 'acr' || source === 'amr'

const defaultOutputs = (owner: ClaimOwner, source: ClaimSource): readonly ClaimOutput[] => {
  if (owner === 'api') return ['access_token']
  return isOfSignIn(source) ? ['id_token'] : ['id_token', 'userinfo']
}

/** UserInfo is not bound to one sign-in. */
export const possibleOutputs = (owner: ClaimOwner, source: ClaimSource): readonly ClaimOutput[] => {
  if (owner === 'api') return ['access_token']
  return isOfSignIn(source) ? ['id_token', 'access_token'] : ['id_token', 'userinfo', 'access_token']
}

/** Omits outputs that the new source does not have. */
export function withSource(owner: ClaimOwner, draft: ClaimDraft, source: ClaimSource): ClaimDraft {
  const possible = possibleOutputs(owner, source)
  return {
    ...draft,
    source,
    detail: '',
    outputs: draft.outputs.filter((output) => possible.includes(output)),
  }
}

export const newDraft = (owner: ClaimOwner): ClaimDraft => ({
  claim: '',
  source: 'fixed',
  detail: '',
  scope: '',
  group: '',
  outputs: defaultOutputs(owner, 'fixed'),
})

export function toDraft(owner: ClaimOwner, entry: DeclaredClaim): ClaimDraft {
  const { claim, source, storedClaim, value, condition, in: outputs } = entry
  const group = condition?.group
  return {
    claim,
    source,
    detail: source === 'fixed' ? textOfValue(value) : (storedClaim ?? ''),
    scope: condition?.scope ?? '',
    group: group === undefined ? '' : group,
    outputs: outputs ?? defaultOutputs(owner, source),
  }
}

export function toEntry(owner: ClaimOwner, draft: ClaimDraft): DeclaredClaim {
  const { source, detail, group } = draft
  const scope = draft.scope.trim()
  const name = group?.trim()
  const condition = {
    ...(scope ? { scope } : {}),
    ...(group === null ? { group } : name ? { group: name } : {}),
  }
  const outputs = possibleOutputs(owner, source).filter((output) => draft.outputs.includes(output))
  const isDefault = outputs.join() === defaultOutputs(owner, source).join()
  return {
    claim: draft.claim.trim(),
    source,
    ...(source === 'fixed' ? { value: valueOfText(detail) } : {}),
    ...(source === 'storedClaim' ? { storedClaim: detail.trim() } : {}),
    ...(Object.keys(condition).length > 0 ? { condition } : {}),
    ...(isDefault ? {} : { in: outputs }),
  }
}
