import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { type Deviation, makeCertificate, optionsOn, SoftwareAuthenticator } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applicationOf, setSignIn } from '../support/account-pages.ts'
import { AuthenticatorModel, bytesOf, payloadWith } from '../support/authenticator-model.ts'
import { type Auth, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'
import { atSignIn, PasskeyPages, type Project, type User } from '../support/passkey-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'passkeys-'))
const file = join(folder, 'metadata.json')

const model = new AuthenticatorModel()
const unlisted = new AuthenticatorModel()
const revoked = new AuthenticatorModel()
const unstated = new AuthenticatorModel({ isAuthority: null })
/** The metadata lists the certificate of an authenticator. */
const single = new AuthenticatorModel({ isAuthority: false })
/** The listed certificate states no constraints and was issued by another authority. */
const issued = new AuthenticatorModel({ isAuthority: null, issuer: model.root })
const intermediate = makeCertificate({ subject: [['CN', 'batch 1']], issuer: model.root, pathLength: 0 })

const writeMetadata = () =>
  writeFileSync(
    file,
    JSON.stringify(
      payloadWith([
        model.entry(),
        unlisted.entry(),
        unstated.entry(),
        single.entry(),
        issued.entry(),
        revoked.entry(['FIDO_CERTIFIED_L1', 'REVOKED', 'UPDATE_AVAILABLE']),
      ]),
    ),
  )

let auth: Auth
let project: Project
let user: User
beforeAll(async () => {
  writeMetadata()
  auth = await startAuth([], { SIGNET_FIDO_METADATA_FILE: file })
  project = await makeProject(auth)
  await permit(
    project.id,
    [model, revoked, unstated, single, issued].map(({ aaguid }) => aaguid),
  )
})
afterAll(async () => {
  await auth?.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  user = await makeUser(auth, project.id)
})
afterEach(() => expect(auth.occurrences).toEqual([]))

const permit = (projectId: string, aaguids: readonly string[]) =>
  auth.database.transaction(async (tx) => {
    await tx.run(
      sql`UPDATE projects SET passkey_authenticators = ${[...aaguids]}::text[] WHERE id = ${projectId}`,
    )
    await bumpProject(tx, projectId)
  })

const stored = () =>
  auth.database.rows<{ aaguid: string }>(sql`SELECT aaguid FROM passkeys WHERE account_id = ${user.id}`)

async function add(deviation: Deviation, at = project) {
  const pages = new PasskeyPages(auth, at, user)
  await pages.enter()
  const authenticator = new SoftwareAuthenticator(new URL(at.issuer).origin, {
    synced: false,
    backedUp: false,
  })
  return { authenticator, page: await pages.add(authenticator, deviation) }
}

const sentences = {
  unproven: 'did not prove the model',
  notPermitted: 'is not permitted here',
  compromised: 'a security problem of this model',
  unsupportedProof: 'in a form that is not supported',
  notAdded: 'The passkey was not added. Please try again.',
  modelsUnknown: 'cannot be checked at the moment',
}

describe('project with a list of authenticators:', () => {
  it('the page requests an attestation and names the permitted models without a compromised one', async () => {
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    const form = await pages.post({ add: '1' })
    expect(optionsOn(form).attestation).toBe('direct')
    expect(form.html).toContain('accepts these authenticators: ')
    expect([form.html.includes(model.name), form.html.includes(revoked.name)]).toEqual([true, false])
  })

  it.each([
    ['whose certificate the root of the model issued', () => [model.certificate()]],
    [
      'whose chain has an intermediate authority',
      () => [model.certificate({ issuer: intermediate }), intermediate],
    ],
    ['whose chain contains the root', () => [model.certificate(), model.root]],
  ])('a passkey of a listed model %s is stored with its AAGUID and signs in', async (_name, chain) => {
    const { authenticator, page } = await add(model.attestation(chain()))
    expect([page.status, await stored()]).toEqual([200, [{ aaguid: model.aaguid }]])
    const { options, send } = await atSignIn(auth, project, await applicationOf(auth, project.id))
    arrivalOf(await send(authenticator.get(options, { counter: 1 })))
  })

  it('a passkey of a model whose root states no constraints is stored', async () => {
    const { page } = await add(unstated.attestation())
    expect([page.status, await stored()]).toEqual([200, [{ aaguid: unstated.aaguid }]])
  })

  it('a passkey that was added before the list signs in', async () => {
    const before = await makeProject(auth)
    user = await makeUser(auth, before.id)
    const { authenticator } = await add({}, before)
    await permit(before.id, [model.aaguid])
    const { options, send } = await atSignIn(auth, before, await applicationOf(auth, before.id))
    arrivalOf(await send(authenticator.get(options, { counter: 1 })))
  })

  const other = model.attestation([unlisted.certificate({ extensions: [model.extension()] })])
  const impostor = makeCertificate({ subject: model.root.subject })
  const oversized = () => {
    const authorities = [model.root]
    for (const name of ['a', 'b', 'c', 'd'])
      authorities.unshift(
        makeCertificate({ subject: [['CN', name]], ...(authorities[0] ? { issuer: authorities[0] } : {}) }),
      )
    const [last = model.root] = authorities
    return [model.certificate({ issuer: last }), ...authorities.slice(0, -1)]
  }
  const leafAuthority = model.certificate()
  const valid = model.attestation()
  const signatureOf = (change: Readonly<Record<string, unknown>>): Deviation => ({
    ...valid,
    statement: (signed) =>
      new Map([
        ...(typeof valid.statement === 'function' ? valid.statement(signed) : []),
        ...Object.entries(change),
      ]),
  })

  const attacks: Readonly<Record<string, [Deviation, keyof typeof sentences]>> = {
    'no attestation': [{ aaguid: bytesOf(model.aaguid) }, 'unproven'],
    'self attestation': [
      {
        aaguid: bytesOf(model.aaguid),
        format: 'packed',
        statement: new Map<string, unknown>([
          ['alg', -7],
          ['sig', Buffer.alloc(64)],
        ]),
      },
      'unproven',
    ],
    'an empty list of certificates': [signatureOf({ x5c: [] }), 'notAdded'],
    'an attestation of another form': [{ ...valid, format: 'tpm' }, 'unsupportedProof'],
    'the AAGUID of a model that is not listed': [unlisted.attestation(), 'notPermitted'],
    'the AAGUID of a listed model and the certificate of another': [
      { ...unlisted.attestation(), aaguid: bytesOf(model.aaguid) },
      'notAdded',
    ],
    'an AAGUID that differs from the certificate': [
      model.attestation([model.certificate({ extensions: [model.extension(unlisted.aaguid)] })]),
      'notAdded',
    ],
    'a certificate without an AAGUID': [
      model.attestation([model.certificate({ extensions: [] })]),
      'notAdded',
    ],
    'a chain of the root of another model': [other, 'notAdded'],
    'a chain of a root with the name of that of the model': [
      model.attestation([model.certificate({ issuer: impostor })]),
      'notAdded',
    ],
    'a chain that contains another root': [
      model.attestation([model.certificate({ issuer: impostor }), impostor]),
      'notAdded',
    ],
    'an expired certificate': [model.attestation([model.certificate({ validTo: '210101' })]), 'notAdded'],
    'an expired authority': [
      model.attestation(
        [makeCertificate({ subject: [['CN', 'old']], issuer: model.root, validTo: '210101' })].flatMap(
          (old) => [model.certificate({ issuer: old }), old],
        ),
      ),
      'notAdded',
    ],
    'a certificate that another authenticator issued': [
      model.attestation([model.certificate({ issuer: leafAuthority }), leafAuthority]),
      'notAdded',
    ],
    'a certificate that the listed certificate of an authenticator issued': [
      single.attestation(),
      'notAdded',
    ],
    'a certificate that a listed certificate without constraints issued': [issued.attestation(), 'notAdded'],
    'an authority below one that permits none': [
      model.attestation(
        [makeCertificate({ subject: [['CN', 'deep']], issuer: intermediate })].flatMap((deep) => [
          model.certificate({ issuer: deep }),
          deep,
          intermediate,
        ]),
      ),
      'notAdded',
    ],
    'the certificate of an authority as its own': [
      model.attestation([model.certificate({ isAuthority: true })]),
      'notAdded',
    ],
    'a certificate of another purpose': [
      model.attestation([
        model.certificate({
          subject: [
            ['C', 'NL'],
            ['O', 'Keys'],
            ['OU', 'Web server'],
            ['CN', 'x'],
          ],
        }),
      ]),
      'notAdded',
    ],
    'a critical extension that is not known': [
      model.attestation([
        model.certificate({
          extensions: [
            model.extension(),
            { id: '551d1e', isCritical: true, value: Buffer.from('3000', 'hex') },
          ],
        }),
      ]),
      'notAdded',
    ],
    'a chain of five certificates': [model.attestation(oversized()), 'notAdded'],
    'a signature of other data': [signatureOf({ sig: Buffer.alloc(70, 1) }), 'notAdded'],
    'an algorithm of another key': [signatureOf({ alg: -257 }), 'notAdded'],
    'content in place of a certificate': [signatureOf({ x5c: [Buffer.alloc(64)] }), 'notAdded'],
    'a model that the metadata reports as revoked': [revoked.attestation(), 'compromised'],
  }

  it.each(Object.entries(attacks))('a passkey with %s is not stored', async (_name, [deviation, reason]) => {
    const { page } = await add(deviation)
    expect([page.status, page.html.includes(sentences[reason]), await stored()]).toEqual([422, true, []])
  })

  it('the address of a list of revoked certificates in a certificate is not requested', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const tlv = (tag: number, body: Buffer) => Buffer.concat([Buffer.from([tag, body.length]), body])
    const address = tlv(0x86, Buffer.from(`http://127.0.0.1:${port}/revoked.crl`))
    const value = [0xa0, 0xa0, 0x30, 0x30].reduce((body, tag) => tlv(tag, body), address)
    const extensions = [model.extension(), { id: '551d1f', value }]
    const { page } = await add(model.attestation([model.certificate({ extensions })]))
    server.close()
    expect([page.status, await stored(), requests]).toEqual([200, [{ aaguid: model.aaguid }], []])
  })

  it('a challenge or user verification that fails rejects a passkey with a valid attestation', async () => {
    for (const deviation of [
      { challenge: 'AAAA' },
      { userVerified: false },
      { origin: 'https://other.example' },
    ])
      expect((await add({ ...model.attestation(), ...deviation })).page.status).toBe(422)
    expect(await stored()).toEqual([])
  })

  it('a required passkey of a sign-in is stored only with an attestation', async () => {
    const strict = await makeProject(auth)
    user = await makeUser(auth, strict.id)
    await permit(strict.id, [model.aaguid])
    await setSignIn(auth, strict.id, { passkeys: 'required' })
    const pages = new PasskeyPages(auth, strict, user)
    const page = await pages.enter()
    const authenticator = new SoftwareAuthenticator(new URL(strict.issuer).origin)
    const send = async (at: typeof page, deviation: Deviation) =>
      pageOf(
        await pages.browser.submit(at, '/newpasskey', {
          credential: authenticator.create(optionsOn(at), deviation),
        }),
      )
    const refused = await send(page, {})
    expect([refused.status, refused.html.includes(sentences.unproven), await stored()]).toEqual([
      422,
      true,
      [],
    ])
    await send(refused, model.attestation())
    expect(await stored()).toEqual([{ aaguid: model.aaguid }])
  })

  it('no passkey is stored without usable metadata, and a replaced file is read without a restart', async () => {
    writeFileSync(file, '{"no":1}')
    const { page } = await add(model.attestation())
    expect([page.status, page.html.includes(sentences.modelsUnknown), await stored()]).toEqual([
      422,
      true,
      [],
    ])
    writeMetadata()
    await add(model.attestation())
    expect(await stored()).toHaveLength(1)
  })
})
