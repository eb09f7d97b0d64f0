export const fieldSources = [
  'userName',
  'email',
  'externalId',
  'displayName',
  'formattedName',
  'givenName',
  'familyName',
  'middleName',
  'nickName',
  'title',
  'userType',
  'profileUrl',
  'preferredLanguage',
  'locale',
  'timezone',
  'phoneNumber',
  'roles',
  'employeeNumber',
  'costCenter',
  'organization',
  'division',
  'department',
  'manager',
] as const
export type FieldSource = (typeof fieldSources)[number]

export const claimSources = [
  ...fieldSources,
  'groupIds',
  'groupNames',
  'storedClaim',
  'fixed',
  'acr',
  'amr',
] as const
export type ClaimSource = (typeof claimSources)[number]

export const claimOutputs = ['id_token', 'userinfo', 'access_token'] as const
export type ClaimOutput = (typeof claimOutputs)[number]

/** Order of precedence: the first owner with a value states the claim. */
export const claimOwners = ['application', 'api', 'project'] as const
export type ClaimOwner = (typeof claimOwners)[number]

export const omissionReasons = [
  'overridden',
  'scope_not_granted',
  'not_in_group',
  'rejected_by_user',
  'no_user',
  'no_sign_in',
  'no_value',
  'wrong_format',
  'too_many_groups',
  'too_large',
] as const
export type OmissionReason = (typeof omissionReasons)[number]
