import { entry } from './entry.ts'

export const peopleErrors = {
  email_taken: entry(409, 'Another account has this address', 'Choose another address.'),
  user_managed: entry(409, 'A directory manages this account', 'Change the account in its directory.'),
  user_locked: entry(409, 'The account is locked', 'Unlock the account first.'),
  user_not_locked: entry(409, 'The account is not locked', 'Nothing needs to be done.'),
  user_deactivated: entry(409, 'The account is deactivated', 'Activate the account first.'),
  claim_reserved: entry(
    422,
    'This claim is not yours to set',
    'Leave out sub, email, email_verified and protocol claims.',
  ),
  password_sign_in_off: entry(
    409,
    'The project has no password sign-in',
    'Turn passwordLogin on, or create the account without an invitation.',
  ),
  passkeys_off: entry(
    409,
    'Passkeys are off in this project',
    'Turn passkeys on in the settings of the project.',
  ),
  second_factor_enrolled: entry(
    409,
    'The user has a second factor',
    'Remove the authenticator or the passkeys of the user first.',
  ),
  invite_with_password: entry(
    422,
    'An invited person chooses the password',
    'Send either invite or password.',
  ),
  not_signed_in: entry(404, 'The person is not signed in to this application', 'Nothing needs to be done.'),
  group_managed: entry(409, 'A directory manages this group', 'Change the group in its directory.'),
  group_has_foreign_members: entry(
    409,
    'The group has members the connection does not manage',
    'Remove the members named in blockers, or assign them to the connection.',
  ),
  federation_off: entry(
    409,
    'Sign-in through identity providers is off',
    'Turn federation.enabled on first.',
  ),
  provider_at_end: entry(409, 'The provider cannot move further', 'It is first or last already.'),
  provider_bound: entry(
    409,
    'A provisioning connection is bound to this provider',
    'Delete the provisioning connection first.',
  ),
  provider_incomplete: entry(
    422,
    'The provider cannot work with these fields',
    'Add the fields named in errors.',
  ),
  provider_already_bound: entry(
    409,
    'The provider is bound to another connection',
    'Choose another provider, or delete the other connection.',
  ),
  connection_not_held: entry(409, 'The connection holds nothing back', 'Nothing needs to be done.'),
  connection_manages_users: entry(
    409,
    'The connection still manages users',
    'Remove its users in the directory first.',
  ),
  threshold_held: entry(409, 'The threshold stays while the connection is held', 'Release the hold first.'),
  no_scim_address: entry(
    409,
    'The project has no address a directory could reach',
    'Give the project an address first.',
  ),
  credential_kind_unavailable: entry(
    409,
    'This kind of credential is not available',
    'Choose a kind from availableCredentialKinds.',
  ),
  credential_material: entry(
    422,
    'The fields do not fit this kind of credential',
    'A key has exactly one of jwks and jwksUri; only a static token has lifetimeDays.',
  ),
  no_credential: entry(404, 'The connection has no credential of this kind', 'Nothing needs to be done.'),
  no_previous_credential: entry(404, 'No previous credential still works', 'Nothing needs to be done.'),
} as const
