/**
 * Effects of a change on the security of the instance, whatever its tool is called. `none` is listed without any other.
 */
export const effects = ['destroys', 'locks-out', 'lets-in', 'raises', 'exposes', 'none'] as const
export type Effect = (typeof effects)[number]

/** Effects that a policy can name. */
export const harmfulEffects = ['destroys', 'locks-out', 'lets-in', 'raises', 'exposes'] as const

/**
 * Which calls of an agent need an approval: those with one of these effects; `high`, every call with the weight of a
 * high-consequence operation; `writes`, every change.
 */
export const approvalCriteria = [...harmfulEffects, 'high', 'writes'] as const
export type ApprovalCriterion = (typeof approvalCriteria)[number]

/** At least one effect. */
export type EffectList = readonly [Effect, ...Effect[]]

/** Effects of one field of an input: the same for every value, or by the value of a switch. */
export type FieldEffects = EffectList | { readonly on: EffectList; readonly off: EffectList }

/**
 * Effects of an operation: fixed, or by the fields that a call names. `always` holds whatever the call names. A field
 * that `byField` does not list has every effect, so a field that is forgotten here requires an approval.
 */
export type DeclaredEffects =
  | EffectList
  | {
      readonly always?: EffectList
      readonly byField: Readonly<Record<string, FieldEffects>>
    }

/** Effects in words: the end of a sentence whose subject is the call. */
export const effectTexts: Readonly<Record<Effect, string>> = {
  destroys: 'deletes what cannot be restored',
  'locks-out': 'shuts out users, administrators or applications',
  'lets-in':
    'creates or changes a way to sign in: a credential, an address to return to, a trusted issuer, sign-up or a second factor',
  raises: 'changes rights: groups, claims, roles, team membership or permissions',
  exposes: 'discloses secrets or stored data',
  none: 'changes neither sign-in nor rights nor secrets',
}
