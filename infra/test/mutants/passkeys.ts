import { mutantsOf } from './mutant.ts'

const auth = 'services/auth/src'
const attacks = ['services/auth/test/accounts/passkey-attacks.test.ts']
const related = ['services/auth/test/issuers/related-origins.test.ts']
const former = ['services/auth/test/accounts/former-passkeys.test.ts']
const journeys = ['services/auth/test/accounts/passkeys.test.ts']

const attested = ['services/auth/test/accounts/passkey-attestation.test.ts']
const links = ['services/auth/test/accounts/passkey-links.test.ts']
const metadata = ['packages/accounts/test/authenticator-metadata.test.ts']

export const passkeys = [
  ...mutantsOf(`${auth}/own-account/enrol-passkey.ts`, links, [
    [
      'a link whose passkey is not stored remains valid',
      'if (id === undefined) throw new NotStored()',
      'void NotStored',
    ],
    [
      'a used link invalidates the others',
      '      await deleteProofs(tx, projectId, accountId)\n',
      '      void deleteProofs\n',
    ],
    [
      'a link proves the address',
      '      await proveOwner(tx, context, accountId, presented)\n',
      '      void [proveOwner, presented]\n',
    ],
  ]),
  ...mutantsOf('packages/federation/src/passkeys.ts', links, [
    [
      'an authenticator prevents the link',
      'a.totp_enrolled_at IS NOT NULL OR ${raw(hasAcceptedPasskey)}',
      '${raw(hasAcceptedPasskey)}',
    ],
    [
      'a passkey prevents the link',
      '(a.totp_enrolled_at IS NOT NULL OR ${raw(hasAcceptedPasskey)})',
      'a.totp_enrolled_at IS NOT NULL',
    ],
  ]),
  ...mutantsOf(`${auth}/passkeys/attestation.ts`, attested, [
    ['a model is listed', "if (!model) return 'notPermitted'", 'if (!model) return undefined'],
    [
      'a compromised model is rejected',
      "if (model.isCompromised) return 'compromised'",
      'void model.isCompromised',
    ],
    [
      'self attestation proves no model',
      "if (isPlain) return 'unproven'",
      'if (isPlain) return { attestationObject, authData, clientData }',
    ],
  ]),
  ...mutantsOf(`${auth}/passkeys/attestation-statement.ts`, attested, [
    [
      'the certificate names the model',
      "model.value.toString('hex') === expected",
      "model.value.toString('hex') !== ''",
    ],
    ['the certificate is none of an authority', '!certificate.ca &&', ''],
    [
      'the authenticator signs the data',
      'verify(used.digest, signed, attesting.publicKey, signature) &&',
      '',
    ],
  ]),
  ...mutantsOf('packages/accounts/src/authenticator-models/certificate-chain.ts', attested, [
    ['a certificate has not expired', 'now <= certificate.validToDate &&', ''],
    ['a chain has a limit', 'chain.length > maxCertificates ||', ''],
    ['an authority is marked as one', 'if (!certificate.ca || !found) return -1', 'if (!found) return 4'],
    ['an authority limits its path', 'Number.parseInt(found[1], 16)', 'maxCertificates'],
    ['an authority signed the certificate', ' && certificate.verify(issuer.publicKey)', ''],
    ['an anchor without constraints signed itself', 'isSignedBy(anchor, anchor) && ', ''],
  ]),
  ...mutantsOf('packages/accounts/src/authenticator-models/read-metadata.ts', metadata, [
    ['the metadata is signed for its publisher', '!signer?.checkHost(publisher) ||', '!signer ||'],
    ['the metadata ends in a known root', ' || !endsInAnchor(chain, roots, now)', ''],
    [
      'the signature of the metadata is verified',
      "if (!isSigned) throw new Error('The signature is not valid.')",
      'void isSigned',
    ],
  ]),
  ...mutantsOf('packages/accounts/src/passkey-challenges.ts', attacks, [
    [
      'a challenge is compared with one answer',
      '    DELETE FROM passkey_challenges\n',
      '    UPDATE passkey_challenges SET purpose = purpose\n',
    ],
    ['a challenge expires', 'expires_at > now() AND account_id', 'account_id'],
    ['a signed challenge is compared with one answer', 'return stored === 1', 'return stored < 2'],
    ['a signed challenge expires', '    WHERE expires_at > now()\n', ''],
    ['a challenge belongs to one page', ' AND bound_to = ${boundTo}\n', '\n'],
  ]),
  ...mutantsOf('packages/accounts/src/passkeys.ts', attacks, [
    [
      'a counter must increase',
      'AND (counter < ${counter}::bigint OR counter = 0 AND ${counter}::bigint = 0)`',
      '`',
    ],
  ]),
  ...mutantsOf(`${auth}/passkeys/signed-challenge.ts`, attacks, [
    [
      'a challenge is signed',
      'if (!context.cookieKeys.verify(signedText(context, boundTo, id), challenge.slice(idLength)))\n    return undefined',
      'void context.cookieKeys',
    ],
    ['a signed challenge belongs to one page', '${project.id} ${boundTo} ${id}', '${project.id} ${id}'],
    ['a signed challenge belongs to one project', '${project.id} ${boundTo} ${id}', '${boundTo} ${id}'],
  ]),
  ...mutantsOf(`${auth}/passkeys/verify.ts`, attacks, [
    [
      'the user handle is that of the account',
      'if (userHandle !== undefined && userHandle !== passkey.handle) return undefined',
      'void userHandle',
    ],
    [
      'the user is verified',
      'requireUserVerification: requiresVerification,\n    credential',
      'requireUserVerification: false,\n    credential',
    ],
    [
      'a passkey keeps whether it can be synced',
      'if (passkey.flagsKnown && synced !== passkey.synced) return undefined',
      'void passkey.flagsKnown',
    ],
    ['a public key fits its algorithm', ' || !isUsableKey(credential.publicKey)) return', ') return'],
  ]),
  ...mutantsOf('packages/federation/src/passkeys.ts', related, [
    [
      'the shared host is no former host',
      ' AND j.address_form IN ${exclusiveForms} AND ${tombstoneHost}',
      ' AND ${tombstoneHost}',
    ],
    ['a former host expires', '`t.passkeys_until > now() AND j', '`t.passkeys_until IS NOT NULL AND j'],
    [
      'a project that leaves the shared host keeps no former host',
      "OR j.address_form = 'subdomain' AND t.kind",
      'OR t.kind',
    ],
  ]),
  ...mutantsOf(`${auth}/passkeys/relying-party.ts`, former, [
    ['a former host of a cached issuer expires', '({ until }) => until > now', '() => now > 0'],
  ]),
  ...mutantsOf(`${auth}/artifacts/sign-in-basis.ts`, attacks, [
    [
      'a pending sign-in ends with its passkey',
      'AND k.id = v.passkey AND ${passkeysOn}))',
      'AND ${passkeysOn}) OR true)',
    ],
  ]),
  ...mutantsOf(`${auth}/pages/add-passkey/handler.ts`, attacks, [
    ['a passkey is added only as the next step', "!== 'new-passkey')", "=== 'new')"],
  ]),
  ...mutantsOf(`${auth}/sign-in/passkey-proof.ts`, journeys, [
    [
      'a second factor is a passkey of the same account',
      'passkey.account.id === accountId',
      'passkey.account.id !== null',
    ],
  ]),
]
