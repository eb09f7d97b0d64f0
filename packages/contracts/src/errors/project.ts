import { entry } from './entry.ts'

/** Projects, their address, their signing keys, applications and APIs. */
export const projectErrors = {
  project_scheduled_for_deletion: entry(
    409,
    'The project is scheduled for deletion',
    'Restore the project first.',
  ),
  project_not_scheduled: entry(
    409,
    'The project is not scheduled for deletion',
    'Delete the project first; it can be restored for 30 days.',
  ),
  destruction_under_way: entry(409, 'The project is being destroyed', 'It cannot be restored any more.'),
  system_project: entry(409, 'A System project has no plan', 'Use a project of a regular or personal team.'),
  address_form_not_allowed: entry(
    403,
    'You may not give a project this form of address',
    'Choose a form listed in can.addressForms of whoami.',
  ),
  address_reserved: entry(422, 'This address is reserved', 'Choose another slug or host.'),
  address_ambiguous: entry(422, 'Give either a slug or a host', 'Send exactly one of slug and host.'),
  address_has_dependents: entry(
    409,
    'Something depends on the present address',
    'Ask a super administrator, or remove the objects that blockers.dependents counts.',
  ),
  team_not_available: entry(403, 'The team cannot own this', 'Choose a team you belong to.'),
  password_login_required: entry(
    409,
    'Passwords are the only sign-in method',
    'Add and enable an identity provider first.',
  ),
  authenticator_metadata_missing: entry(
    409,
    'Models of authenticators are not known',
    'Ask the operator to supply the FIDO metadata in SIGNET_FIDO_METADATA_FILE.',
  ),
  administrators_locked_out: entry(
    409,
    'No super administrator could sign in any more',
    'First make sure that another super administrator can sign in: with a password, or through an enabled identity provider.',
  ),
  administrators_sign_up_unverified: entry(
    409,
    'Sign-up of administrators needs e-mail verification',
    'Open sign-up and require verification in one change.',
  ),
  own_address_unverified: entry(409, 'Your own address is not verified', 'Verify your own address first.'),
  plan_outdated: entry(409, 'The project changed since the plan', 'Read the new plan, and apply that.'),
  planned_change_refused: entry(
    409,
    'A change of the file is refused',
    'Correct the named object, or make the change that its refusal names first.',
  ),
  object_protected: entry(
    409,
    'The object is protected from deletion',
    'Set preventDestroy to false in a file that still has the object, apply it, then remove the object.',
  ),
  plan_too_large: entry(422, 'The file needs too many changes', 'Apply it in several steps.'),
  key_limit: entry(
    409,
    'The key set is full for now',
    'A key set holds 12 keys and takes 20 new ones a day; retire one or wait.',
  ),
  key_not_promotable: entry(409, 'The key may not sign yet', 'Wait until promotableAt.'),
  key_signing: entry(
    409,
    'The key is signing',
    'Promote another key of this algorithm first, or stop signing with this key where nothing uses its algorithm.',
  ),
  key_not_signing: entry(409, 'The key is not signing', 'Nothing needs to be done.'),
  key_needed: entry(
    409,
    'The algorithm of the key is in use',
    'Promote another key of this algorithm first, or select another algorithm in the applications and settings that use it.',
  ),
  key_revoked: entry(409, 'The key is revoked already', 'Nothing needs to be done.'),
  confirm_mismatch: entry(
    422,
    'confirm must repeat the id of the key',
    'Send confirm equal to the kid in the path.',
  ),
  instance_keys: entry(
    409,
    'The project signs with the keys of the instance',
    'Use the instance key operations (jwks_…).',
  ),
  client_registered_dynamically: entry(
    409,
    'The application registered itself',
    'It is changed only through its registration access token.',
  ),
  client_has_no_secret: entry(
    409,
    'The application does not authenticate with a secret',
    'Choose a client_secret method first.',
  ),
  invalid_origin: entry(422, 'An origin is not valid', 'Write scheme, host and port only, without a path.'),
  https_required: entry(422, 'The address must use https', 'Send an https address.'),
  logo_refused: entry(
    422,
    'The logo cannot be used',
    'Send a PNG, JPEG or WebP image of at most 64 KiB as a base64 data URL.',
  ),
  identifier_refused: entry(
    422,
    'The identifier cannot name an API',
    'Send an absolute URI without a fragment.',
  ),
  omnibus_scope: entry(
    422,
    'A scope that grants everything is refused',
    'Name the permission, one scope for each.',
  ),
  root_namespace: entry(
    403,
    'Only a super administrator changes APIs of the root namespace',
    'Ask a super administrator.',
  ),
} as const
