import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'

/** An unkeyed digest reveals nothing to a reader of the database for these reasons. */
const reasons = {
  random: 'the value has at least 128 random bits that Signet generated',
  compared: 'the digests are compared in memory and never stored',
  public: 'the value is public, or a fingerprint of our own text',
  derived: 'the value is a key that thousands of rounds derive from a password and a random salt',
  identifier: 'the value is an identifier that the database contains in clear, or one that is no secret',
} as const

const reasonOf: Readonly<Record<string, keyof typeof reasons>> = {
  'packages/accounts/src/allowances.ts': 'identifier',
  'packages/accounts/src/login-throttle.ts': 'identifier',
  'packages/accounts/src/proofs.ts': 'random',
  'packages/db/src/author/manifest.ts': 'public',
  'packages/db/src/setup/seed.ts': 'random',
  'packages/db/src/setup/service-login.ts': 'derived',
  'packages/db/src/statement-name.ts': 'public',
  'packages/federation/src/transactions.ts': 'random',
  'packages/federation/src/trials.ts': 'random',
  'packages/i18n/src/translated.ts': 'public',
  'packages/provisioning/src/requests.ts': 'identifier',
  'packages/runtime/src/fault-text.ts': 'public',
  'packages/secrets/src/foreign/sha-crypt.ts': 'compared',
  'packages/secrets/src/foreign/verify.ts': 'compared',
  'packages/secrets/src/token.ts': 'random',
  'services/admin-api/src/approvals/confirmations.ts': 'random',
  'services/admin-api/src/authn/bearer.ts': 'random',
  'services/admin-api/src/authn/call-ticket.ts': 'random',
  'services/admin-api/src/authn/console-session.ts': 'random',
  'services/admin-api/src/authn/first-use.ts': 'identifier',
  'services/admin-api/src/authn/proof.ts': 'compared',
  'services/admin-api/src/consumers/error-report.ts': 'public',
  'services/admin-api/src/domains/clients/secret.ts': 'random',
  'services/admin-api/src/domains/directories/credentials.ts': 'random',
  'services/admin-api/src/domains/mail/settings.ts': 'compared',
  'services/admin-api/src/domains/projects/client-registration.ts': 'random',
  'services/admin-api/src/domains/sessions/own-sessions.ts': 'random',
  'services/admin-api/src/domains/sessions/setup.ts': 'random',
  'services/admin-api/src/domains/settings/error-report.ts': 'compared',
  'services/admin-api/src/domains/teams/found-invitation.ts': 'random',
  'services/admin-api/src/domains/teams/invitation-tokens.ts': 'random',
  'services/admin-api/src/domains/teams/invite.ts': 'random',
  'services/admin-api/src/edges/console-sign-in.ts': 'random',
  'services/admin-api/src/pipeline/if-match.ts': 'public',
  'services/auth/src/protocol/sealed-ping.ts': 'random',
  'services/auth/src/federation/browser-cookie.ts': 'random',
  'services/auth/src/upstream/connections.ts': 'compared',
  'services/auth/src/http/documents.ts': 'public',
  'services/auth/src/http/rate-limits.ts': 'compared',
  'services/auth/src/pages/mailed-links/handler.ts': 'compared',
  'services/auth/src/pages/mailed-links/passkey.ts': 'compared',
  'services/auth/src/issuers/root.ts': 'random',
  'services/auth/src/pages/own-address/handler.ts': 'compared',
  'services/auth/src/pages/shared/respond.ts': 'public',
  'services/auth/src/pages/shared/fonts.ts': 'public',
  'services/auth/src/pages/shared/stylesheet.ts': 'public',
  'services/auth/src/provider/client-secrets.ts': 'compared',
  'services/auth/src/request/polled-adapter.ts': 'random',
  'services/auth/src/provider/registration-answers.ts': 'compared',
  'services/auth/src/provider/replay-detection.ts': 'identifier',
  'services/auth/src/request/artifact-adapter.ts': 'random',
  'services/auth/src/clients/directory-clients.ts': 'random',
  'services/auth/src/clients/registered-clients.ts': 'random',
  'services/operator/src/audit/manifest.ts': 'public',
  'services/operator/src/audit/partitions.ts': 'public',
  'services/operator/src/audit/verify.ts': 'public',
  'services/scim/src/authn/connection.ts': 'random',
  'services/scim/src/messages/cursor.ts': 'compared',
}

const sources = ['packages', 'services'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name !== 'testkit')
    .flatMap((name) =>
      readdirSync(join(root, folder, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('generated'))
        .map((file) => `${folder}/${name}/src/${file}`),
    ),
)

/** A keyed digest is a method of the vault. */
const unkeyed = /createHash\(|\bhash\('sha|(?<![.\w])digest\(/

test('every unkeyed digest is listed with the reason why no key is needed', () => {
  const found = sources.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(
      /const digest = \(text[\s\S]*?base64url'\)/g,
      '',
    )
    return unkeyed.test(text) && file !== 'packages/secrets/src/vault.ts'
  })
  expect(found.toSorted()).toEqual(Object.keys(reasonOf).toSorted())
})
