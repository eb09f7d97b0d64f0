import type { Executor } from '@signet/db'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { VersionReader } from '../../src/issuers/versions.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())
afterEach(() => vi.restoreAllMocks())

/** Counts the statements of a reader; only the test moves the clock. */
async function counted() {
  const { id } = await makeProject(auth)
  let statements = 0
  const rows: Executor['rows'] = (statement) => {
    statements += 1
    return auth.database.rows(statement)
  }
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return {
    versions: new VersionReader({ rows, run: auth.database.run }),
    key: { form: 'id', projectId: id } as const,
    statements: () => statements,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test('a document is served with a version read at most one millisecond before', async () => {
  const { versions, key, statements, pass } = await counted()
  const first = await versions.readForDocument(key)
  expect(first?.projectId).toBe(key.projectId)
  pass(0.9)
  expect(await versions.readForDocument(key)).toEqual(first)
  expect(statements()).toBe(1)
  pass(0.1)
  expect(await versions.readForDocument(key)).toEqual(first)
  expect(statements()).toBe(2)
})

test('a decision always uses a version read after its request, however recent an earlier read is', async () => {
  const { versions, key, statements } = await counted()
  await versions.readForDocument(key)
  await versions.read(key)
  await versions.read(key)
  expect(statements()).toBe(3)
})

test('an unknown address is cached as briefly as a known one', async () => {
  const { versions, key, statements, pass } = await counted()
  const unknown = { form: 'path', slug: 'unknown-slug' } as const
  expect(await versions.readForDocument(unknown)).toBeNull()
  expect(await versions.readForDocument(unknown)).toBeNull()
  expect(statements()).toBe(1)
  expect((await versions.readForDocument(key))?.projectId).toBe(key.projectId)
  pass(1)
  expect(await versions.readForDocument(unknown)).toBeNull()
  expect(statements()).toBe(3)
})

test('a read for a known document fails after one second while the database does not respond, and other reads wait', async () => {
  const silent = new VersionReader({ rows: () => new Promise(() => undefined), run: auth.database.run })
  const key = { form: 'path', slug: 'any' } as const
  const decision = vi.fn()
  void silent.read(key).then(decision, decision)
  const unknown = silent.readForDocument(key)
  void Promise.resolve(unknown).then(decision, decision)
  await expect(silent.readForDocument(key, true)).rejects.toMatchObject({
    name: 'Unavailable',
    reason: 'deadline',
  })
  expect(decision).not.toHaveBeenCalled()
})

test('a read for a known document waits longer when the event loop was blocked, and returns the version', async () => {
  const { id } = await makeProject(auth)
  const key = { form: 'id', projectId: id } as const
  const versions = new VersionReader(auth.database, 100)
  const reading = versions.readForDocument(key, true)
  await Promise.resolve()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  expect((await reading)?.projectId).toBe(id)
})
