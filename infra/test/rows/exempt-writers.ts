/** Their executor does not prove an audit entry, for the reason. */
export const exemptWriters: Readonly<Record<string, string>> = {
  'packages/accounts/src/accounts.ts insertAccount':
    'the text of a statement that createAccount and createAccountIfFree run on an audited transaction',
  'packages/accounts/src/accounts.ts replaceHash':
    'stores another hash of the same password after a sign-in with it',
  'packages/accounts/src/authenticators.ts acceptStep': 'stores the time step of a code that a sign-in used',
  'packages/accounts/src/passkeys.ts usePasskey':
    'stores the counter and the time of a sign-in with a passkey',
  'packages/accounts/src/groups.ts countLeaving':
    'counts the version of groups that a deleted account leaves',
  'packages/db/src/setup/seed.ts createTeam': 'creates the built-in teams of a new instance',
  'packages/db/src/setup/seed.ts ensureAgentClient': 'creates a built-in application during setup',
  'packages/db/src/setup/seed.ts ensureConsoleClient': 'creates a built-in application during setup',
  'packages/db/src/setup/seed.ts moveInstance': 'follows the configured base URL during setup',
  'packages/provisioning/src/credential-use.ts credentialUse': 'stores when a credential was last used',
  'packages/provisioning/src/credential-use.ts noteKeyUse': 'stores when a credential was last used',
  'packages/provisioning/src/holds.ts hold':
    'holds back removals: no account changes, and the log of the directory shows the refusals',
  'packages/provisioning/src/holds.ts refuseHeld': 'counts a removal that was held back',
  'packages/sessions/src/account-sessions.ts endPendingSignIns':
    'counts the revocations of an account; the caller audits what revoked it',
  'services/auth/src/federation/identities.ts noteUse': 'stores when a sign-in last used a link',
  'services/auth/src/federation/provider-state.ts recordFailure': 'stores the last failure of a provider',
  'services/auth/src/federation/provider-state.ts recordPersonalFailure': 'stores the last failure of a link',
  'services/auth/src/federation/provider-state.ts recordSignIn':
    'stores when a provider last signed in a user',
  'services/auth/src/federation/upstream-store.ts forgetFormerCertificate':
    'deletes the certificate that an audited renewal replaced',
  'services/auth/src/consumers/deliver-logout.ts clearFailure': 'stores the last failure of a logout notice',
  'services/auth/src/consumers/deliver-logout.ts recordFailure': 'stores the last failure of a logout notice',
  'services/auth/src/provider/client-secrets.ts notePreviousSecret':
    'stores when an application last used its previous secret',
  'services/auth/src/clients/unused-clients.ts markUsed': 'stores when an application was first used',
}
