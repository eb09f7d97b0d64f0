/** Effects on the security of the instance. `none` is never combined with another. */
export const effects = ['destroys', 'locks-out', 'lets-in', 'raises', 'exposes', 'none'] as const
export type Effect = (typeof effects)[number]

export const harmfulEffects = ['destroys', 'locks-out', 'lets-in', 'raises', 'exposes'] as const

/** Calls of an agent that need an approval: with one of these effects; `high`, every high-consequence call; `writes`, every change. */
export const approvalCriteria = [...harmfulEffects, 'high', 'writes'] as const
export type ApprovalCriterion = (typeof approvalCriteria)[number]

export type EffectList = readonly [Effect, ...Effect[]]

/** Equal for every value, or different for the two values of a switch. */
export type FieldEffects = EffectList | { readonly on: EffectList; readonly off: EffectList }

/**
 * Fixed, or by the fields of a call. `always` applies to every call. A field missing in `byField` has every effect, so that a forgotten
 * field requires an approval.
 */
export type DeclaredEffects =
  | EffectList
  | {
      readonly always?: EffectList
      readonly byField: Readonly<Record<string, FieldEffects>>
    }

/** The end of a sentence whose subject is the call. */
export const effectTexts: Readonly<Record<Effect, string>> = {
  destroys: 'deletes data that cannot be restored',
  'locks-out': 'shuts out users, administrators or applications',
  'lets-in':
    'creates or changes a way to sign in: a credential, an address to return to, a trusted issuer, sign-up or a second factor',
  raises: 'changes rights: groups, claims, roles, team membership or permissions',
  exposes: 'discloses secrets or stored data',
  none: 'changes neither sign-in nor rights nor secrets',
}
