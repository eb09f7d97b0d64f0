import { type AuditedTx, auditedBefore, openDatabase, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { type FreshDatabase, freshDatabase, runsAllCases } from '@signet/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeEmail,
  choosePassword,
  createAccount,
  lockAccount,
  newLink,
  type ProofPurpose,
  proveAddress,
  readLink,
  redeemLink,
  reserveCodeTry,
  setActive,
  storeProof,
  unlockAccount,
} from '../src/index.ts'

let fresh: FreshDatabase
let database: ReturnType<typeof openDatabase>
let projectId: string
beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase({ url: fresh.url, name: 'directory test' })
  const [row] = await database.rows<{ id: string }>(sql`SELECT default_project_id AS id FROM instance`)
  projectId = row?.id ?? ''
})
afterAll(async () => {
  await database?.close()
  await fresh?.drop()
})

interface Issued {
  readonly token: string
  readonly id: string
  readonly purpose: ProofPurpose
  readonly address: string
  stands: boolean
}

class Model {
  readonly issued: Issued[] = []
  email: string
  verified = false
  active = true
  locked = false

  constructor(email: string) {
    this.email = email
  }

  end(holds: (one: Issued) => boolean): void {
    for (const one of this.issued) if (holds(one)) one.stands = false
  }

  opens(one: Issued, as: ProofPurpose): boolean {
    const entitled = as === 'verification' || (this.active && !this.locked)
    const isAddressed = as === 'address' || one.address === this.email
    return one.stands && one.purpose === as && isAddressed && entitled
  }
}

interface Real {
  readonly id: string
}

type Command = fc.AsyncCommand<Model, Real>

const step = (name: string, run: (model: Model, real: Real) => Promise<unknown>): Command => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real)
    const [account] = await database.rows<{ verified: boolean; valid: number }>(sql`
      SELECT email_verified AS verified, (SELECT count(*)::int FROM account_tokens t
        WHERE t.account_id = a.id AND t.expires_at > now()) AS valid FROM accounts a WHERE id = ${real.id}`)
    expect(account).toEqual({
      verified: model.verified,
      valid: model.issued.filter(({ stands }) => stands).length,
    })
  },
  toString: () => name,
})

const purposes = fc.constantFrom<ProofPurpose>('address', 'invitation', 'passkey', 'reset', 'verification')
const isChoosing = (purpose: ProofPurpose) => purpose === 'invitation' || purpose === 'reset'

const issue = purposes.map((purpose) =>
  step(`issue ${purpose}`, async (model, { id }) => {
    const proof = newLink('https://id.example', purpose)
    const address = purpose === 'address' ? `${model.issued.length}.${model.email}` : model.email
    const account = { projectId, id, email: address }
    await database.transaction((tx) => storeProof(tx, account, proof))
    model.end((one) => one.purpose === purpose || (isChoosing(purpose) && isChoosing(one.purpose)))
    const token = new URL(proof.url).searchParams.get('token') ?? ''
    model.issued.push({ token, id: proof.id, purpose, address, stands: true })
  }),
)

const use = fc.tuple(fc.nat(20), purposes, fc.boolean()).map(([which, as, redeems]) =>
  step(`${redeems ? 'redeem' : 'open'} ${which} as ${as}`, async (model, { id }) => {
    const one = model.issued[which % Math.max(1, model.issued.length)]
    if (!one) return
    const expected = model.opens(one, as) ? { accountId: id, email: one.address } : null
    if (!redeems) return expect(await readLink(database, projectId, one.token, as)).toEqual(expected)
    const found = await database.transaction(async (tx) => {
      const redeemed = await redeemLink(tx, projectId, one.token, as)
      if (redeemed && as === 'verification')
        await proveAddress(auditedBefore(tx), { id: projectId, issuer: null }, id)
      else if (redeemed && as === 'address')
        await changeEmail(auditedBefore(tx), projectId, id, redeemed.email, sql`true`)
      else if (redeemed) await choosePassword(auditedBefore(tx), { id: projectId, issuer: null }, id, 'hash')
      return redeemed
    })
    expect(found).toEqual(expected)
    if (!found) return
    model.verified = true
    model.email = found.email
    model.end((other) => as !== 'verification' || other.purpose === as)
  }),
)

const expire = fc.nat(20).map((which) =>
  step(`expire ${which}`, async (model) => {
    const one = model.issued[which % Math.max(1, model.issued.length)]
    if (!one) return
    await database.run(
      sql`UPDATE account_tokens SET expires_at = now() - interval '1 second' WHERE id = ${one.id}`,
    )
    one.stands = false
  }),
)

const others = fc.constantFrom(
  step('change the address', async (model, { id }) => {
    model.email = `x${model.email}`
    await database.transaction((tx) => changeEmail(auditedBefore(tx), projectId, id, model.email))
    model.verified = false
    model.end(() => true)
  }),
  step('mark verified', async (model, { id }) => {
    await database.transaction((tx) => proveAddress(auditedBefore(tx), { id: projectId, issuer: null }, id))
    model.verified = true
    model.end(({ purpose }) => purpose === 'verification')
  }),
  step('lock', async (model, { id }) => {
    await lockAccount(auditedBefore(database), projectId, id, { accountId: id, reason: 'x' })
    model.locked = true
    model.end(() => true)
  }),
  step('unlock', async (model, { id }) => {
    await unlockAccount(auditedBefore(database), projectId, id)
    model.locked = false
  }),
  step('deactivate', async (model, { id }) => {
    await setActive(auditedBefore(database), projectId, id, false)
    model.active = false
    model.end(() => true)
  }),
  step('activate', async (model, { id }) => {
    await setActive(auditedBefore(database), projectId, id, true)
    model.active = true
  }),
)

test('mailed links behave as the model in every order of issuing, opening, redeeming and invalidating them', async () => {
  const commands = fc.commands([issue, issue, use, use, use, expire, others], { maxCommands: 30 })
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const id = newId('account')
      const email = `${id}@example.com`
      await createAccount(auditedBefore(database), { projectId, id, email })
      await fc.asyncModelRun(() => ({ model: new Model(email), real: { id } }), sequence)
    }),
    { numRuns: runsAllCases ? 400 : 100 },
  )
}, 60_000)

test('a code mailed to a former address of the account is rejected', async () => {
  const id = newId('account')
  const email = `${id}@example.com`
  await createAccount(auditedBefore(database), { projectId, id, email, passwordHash: null })
  const store = (address: string) =>
    database.run(sql`
      INSERT INTO account_tokens (project_id, id, account_id, purpose, address, code_hash, expires_at)
      VALUES (${projectId}, ${id}, ${id}, 'verification', ${address}, 'x', now() + interval '1 hour')
      ON CONFLICT (project_id, id) DO UPDATE SET address = EXCLUDED.address`)
  await store('before@example.com')
  expect(await reserveCodeTry(database, projectId, id)).toBeNull()
  await store(email)
  expect(await reserveCodeTry(database, projectId, id)).toMatchObject({ codeHash: 'x' })
})

test.for([
  ['a lock', (tx: AuditedTx, id: string) => lockAccount(tx, projectId, id, { accountId: id, reason: 'x' })],
  ['a deactivation', (tx: AuditedTx, id: string) => setActive(tx, projectId, id, false)],
] as const)('%s ends the pending sign-ins of the account', async ([_name, end]) => {
  const id = newId('account')
  const tx = auditedBefore(database)
  await createAccount(tx, { projectId, id, email: `${id}@example.com`, passwordHash: null })
  const revocations = async () =>
    (await database.rows<{ revocations: number }>(sql`SELECT revocations FROM accounts WHERE id = ${id}`))[0]
      ?.revocations
  expect(await revocations()).toBe(0)
  await end(tx, id)
  expect(await revocations()).toBe(1)
})
