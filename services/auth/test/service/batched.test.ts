import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, sql, Unavailable } from '@signet/db'
import { newId } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openArtifacts } from '../../src/artifacts/artifact-store.ts'
import { Batcher } from '../../src/artifacts/batcher.ts'
import { UnitOfWork } from '../../src/request/unit-of-work.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
let projectId: string

beforeAll(async () => {
  auth = await startAuth()
  projectId = (await makeProject(auth)).id
})
afterAll(() => auth.close())

function countedStore() {
  let statements = 0
  const { rows, run } = auth.database
  const counted = {
    rows: ((statement) => {
      statements += 1
      return rows(statement)
    }) as typeof rows,
    run: ((statement) => {
      statements += 1
      return run(statement)
    }) as typeof run,
  }
  return { artifacts: openArtifacts(counted), statements: () => statements }
}

async function storedCode(grantId = newId('project')): Promise<string> {
  const id = digest(mintToken())
  const unit = new UnitOfWork(openArtifacts(auth.database), projectId)
  unit.add({ do: 'upsert', model: 'AuthorizationCode', id, payload: { grantId }, expiresIn: 60 })
  await unit.flush()
  return id
}

function redeeming(artifacts: ReturnType<typeof openArtifacts>, code: string, text = 'plain') {
  const token = digest(mintToken())
  const unit = new UnitOfWork(artifacts, projectId)
  unit.add({ do: 'consume', model: 'AuthorizationCode', id: code, grantId: undefined })
  unit.add({ do: 'upsert', model: 'AccessToken', id: token, payload: { extra: { text } }, expiresIn: 60 })
  return { token, flush: () => unit.flush() }
}

const isStored = async (token: string): Promise<boolean> =>
  (await openArtifacts(auth.database).reads.find('AccessToken', { projectId, id: token })) !== undefined

test('concurrent requests share statements, and each is decided separately', async () => {
  const { artifacts, statements } = countedStore()
  const codes = await Promise.all(Array.from({ length: 20 }, () => storedCode()))
  // Every code is redeemed twice concurrently.
  const requests = [...codes, ...codes].map((code) => redeeming(artifacts, code))
  const outcomes = await Promise.allSettled(requests.map(({ flush }) => flush()))
  expect(statements()).toBeLessThan(8)
  for (const index of codes.keys()) {
    const pair = [index, index + codes.length]
    expect(pair.filter((one) => outcomes[one]?.status === 'fulfilled')).toHaveLength(1)
    for (const one of pair)
      expect(await isStored(requests[one]?.token ?? '')).toBe(outcomes[one]?.status === 'fulfilled')
  }
})

test('concurrent reads share statements, and each returns its own row', async () => {
  const { artifacts, statements } = countedStore()
  const codes = await Promise.all(Array.from({ length: 30 }, (_, index) => storedCode(`grant-${index}`)))
  const wanted = [...codes, digest('nothing')]
  const found = await Promise.all(
    wanted.map((id) => artifacts.reads.find('AuthorizationCode', { projectId, id })),
  )
  expect(found.map((row) => row?.payload.grantId)).toEqual([
    ...codes.map((_code, index) => `grant-${index}`),
    undefined,
  ])
  expect(statements()).toBeLessThan(6)
})

test('a value that cannot be stored fails only its own request', async () => {
  const { artifacts } = countedStore()
  const requests = await Promise.all(
    ['plain', 'plain', 'nul \0', 'plain'].map(async (text) => redeeming(artifacts, await storedCode(), text)),
  )
  const outcomes = await Promise.allSettled(requests.map(({ flush }) => flush()))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await Promise.all(requests.map(({ token }) => isStored(token)))).toEqual([true, true, false, true])
})

test('concurrent requests of one browser all renew its session', async () => {
  const [id, uid] = [digest(mintToken()), newId('project')]
  const renew = (expiresIn: number) => {
    const unit = new UnitOfWork(openArtifacts(auth.database), projectId)
    unit.add({ do: 'upsert', model: 'Session', id, payload: { uid }, expiresIn })
    return unit.flush()
  }
  for (let round = 1; round <= 100; round += 1)
    await Promise.all(Array.from({ length: 10 }, (_, page) => renew(round * 100 + page)))
  expect((await openArtifacts(auth.database).reads.find('Session', { projectId, id }))?.payload).toEqual({
    uid,
  })
})

test('a request that waits for a locked row does not delay later requests', async () => {
  const { artifacts } = countedStore()
  const [locked, free] = [await storedCode(), await storedCode()]
  const order: string[] = []
  const unlock = Promise.withResolvers<void>()
  const holding = auth.database.transaction(async (tx) => {
    await tx.run(sql`
      SELECT 1 FROM oidc_authorization_codes WHERE project_id = ${projectId} AND id = ${locked} FOR UPDATE`)
    order.push('locked')
    await unlock.promise
  })
  while (!order.length) await pause(5)
  const waiting = redeeming(artifacts, locked)
    .flush()
    .then(() => order.push('waited'))
  await pause(50)
  await redeeming(artifacts, free).flush()
  order.push('passed')
  unlock.resolve()
  await Promise.all([holding, waiting])
  expect(order).toEqual(['locked', 'passed', 'waited'])
})

test('concurrent requests fail together while the database is unavailable, without a statement for each', async () => {
  let statements = 0
  const away = new Batcher<number, number>(async () => {
    statements += 1
    await pause(5)
    throw new Unavailable(undefined)
  })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => away.ask(index)))
  expect(
    outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof Unavailable),
  ).toBe(true)
  expect(statements).toBeLessThanOrEqual(2)
})

test('requests on connections that break under load fail as unavailable, and later requests succeed', async () => {
  const { connectionString = '' } = auth.database.pool.options
  const own = openDatabase({ url: connectionString, name: 'breaking', poolSize: 4, plans: 'by key' })
  onTestFinished(() => own.close())
  const artifacts = openArtifacts(own)
  const kept: string[] = []
  for (let wave = 0; wave < 12; wave += 1) {
    const codes = await Promise.all(Array.from({ length: 20 }, () => storedCode()))
    const requests = codes.map((code) => redeeming(artifacts, code))
    const outcomes = Promise.allSettled(requests.map(({ flush }) => flush()))
    await auth.database.run(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'signet breaking'`)
    for (const [index, outcome] of (await outcomes).entries())
      if (outcome.status === 'fulfilled') kept.push(requests[index]?.token ?? '')
      else expect(outcome.reason).toBeInstanceOf(Unavailable)
  }
  expect((await Promise.all(kept.map(isStored))).every(Boolean)).toBe(true)
  const last = redeeming(artifacts, await storedCode())
  await last.flush()
  expect(await isStored(last.token)).toBe(true)
})
