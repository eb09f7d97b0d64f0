import type { Place } from '@signet/secrets'

interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Columns of the row's name in its envelopes, or the name itself for a table with one row. */
  readonly row: readonly string[] | string
  /** Few rows, all of which services need. */
  readonly isVital?: true
}

/**
 * Every column with envelopes. Names the row that an envelope is bound to, the columns checked at start, and those of `keys:reseal`.
 */
export const sealedColumns = {
  signingKey: { table: 'signing_keys', column: 'private_sealed', row: ['key_set_id', 'kid'], isVital: true },
  mailPassword: { table: 'smtp_settings', column: 'password_sealed', row: 'smtp', isVital: true },
  dsn: { table: 'errorreport_settings', column: 'dsn_sealed', row: 'errorreport', isVital: true },
  approvalWebhook: {
    table: 'approval_webhooks',
    column: 'secret_sealed',
    row: 'approvals',
    isVital: true,
  },
  pairwiseSalt: { table: 'instance', column: 'pairwise_salt_sealed', row: 'instance', isVital: true },
  providerSecret: {
    table: 'identity_providers',
    column: 'client_secret_sealed',
    row: ['project_id', 'id'],
    isVital: true,
  },
  providerKey: {
    table: 'identity_providers',
    column: 'signing_key_sealed',
    row: ['project_id', 'id'],
    isVital: true,
  },
  providerAssertionKey: {
    table: 'identity_providers',
    column: 'assertion_key_sealed',
    row: ['project_id', 'id'],
    isVital: true,
  },
  providerCertificateKey: {
    table: 'identity_providers',
    column: 'client_certificate_key_sealed',
    row: ['project_id', 'id'],
    isVital: true,
  },
  formerCertificateKey: {
    table: 'identity_providers',
    column: 'former_certificate_key_sealed',
    row: ['project_id', 'id'],
  },
  pendingProvider: { table: 'identity_providers', column: 'pending_sealed', row: ['project_id', 'id'] },
  clientSecret: { table: 'clients', column: 'secret_sealed', row: ['project_id', 'id'] },
  totpSeed: { table: 'accounts', column: 'totp_sealed', row: ['project_id', 'id'] },
  recoveryKey: { table: 'recovery_codes', column: 'key_sealed', row: ['project_id', 'account_id'] },
  moveIdentity: { table: 'project_moves', column: 'identity_sealed', row: ['project_id'] },
  letter: { table: 'mail_messages', column: 'sealed', row: ['project_id', 'id'] },
  upstreamVerifier: {
    table: 'federation_transactions',
    column: 'verifier_sealed',
    row: ['project_id', 'id'],
  },
  upstreamAnswer: { table: 'federation_transactions', column: 'answer_sealed', row: ['project_id', 'id'] },
  upstreamIdToken: {
    table: 'upstream_sessions',
    column: 'id_token_sealed',
    row: ['project_id', 'provider_id', 'subject'],
  },
  consoleIdToken: { table: 'console_sessions', column: 'id_token_sealed', row: ['account_id'] },
  repeatedAnswer: { table: 'idempotency_keys', column: 'answer_sealed', row: ['digest'] },
  revealedSecrets: { table: 'secret_reveals', column: 'sealed', row: ['id'] },
} as const satisfies Record<string, SealedColumn>

export type SealedName = keyof typeof sealedColumns

/** A value for each column of the row's name. */
type KeyOf<Name extends SealedName> = (typeof sealedColumns)[Name]['row'] extends infer Row
  ? Row extends readonly string[]
    ? { [Index in keyof Row]: string }
    : readonly []
  : never

/** The envelope of a secret cannot be decrypted for another row. */
export function sealedPlace<Name extends SealedName>(name: Name, ...key: KeyOf<Name>): Place {
  const { table, column, row }: SealedColumn = sealedColumns[name]
  return { table, column, row: typeof row === 'string' ? row : (key as readonly string[]).join('/') }
}
