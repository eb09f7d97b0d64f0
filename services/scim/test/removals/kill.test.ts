import { setTimeout as pause } from 'node:timers/promises'
import { auditedBefore, sql } from '@signet/db'
import { readHold, updateConnection } from '@signet/provisioning'
import { inParallel, type ServiceProcess, startServiceProcess } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type Directory, startDirectory } from '../directory.ts'
import { makeConnection, startScim } from '../support.ts'

/** The soak uses more. */
const removals = Number(process.env.SIGNET_REMOVALS ?? 40)
const kills = Number(process.env.SIGNET_KILLS ?? 1)
const threshold = Math.floor(removals * 0.4)

test(`a kill -9 during ${removals} removals ends exactly the counted ones and loses no record`, async () => {
  const scim = await startScim()
  onTestFinished(() => scim.close())
  const connection = await makeConnection(scim)
  const before = await startDirectory(scim, connection)
  const ids: string[] = []
  await inParallel(removals, 8, async (index) => {
    ids[index] = await before.user()
  })
  await scim.database.transaction((tx) =>
    updateConnection(auditedBefore(tx), connection, {
      threshold: { count: threshold, windowSeconds: 3_600 },
    }),
  )
  const start = () =>
    startServiceProcess('scim', {
      ...process.env,
      DATABASE_URL: scim.url,
      NATS_URL: 'nats://127.0.0.1:1',
      SIGNET_BASE_URL: scim.baseUrl,
      SIGNET_PROXY_HOPS: '0',
      LOG_LEVEL: 'silent',
    })
  let running: Promise<ServiceProcess> = start()
  onTestFinished(async () => (await running).stop())
  const directories = new Map<number, Promise<Directory>>()
  const at = (address: ServiceProcess['address']): Promise<Directory> => {
    const known = directories.get(address.port) ?? startDirectory({ ...scim, address }, connection)
    directories.set(address.port, known)
    return known
  }
  let answered = 0
  const killing = async () => {
    for (let killed = 0; killed < kills; killed += 1) {
      while (answered < ((killed + 1) * removals) / (kills + 1)) await pause(1)
      const dying = await running
      running = dying.kill().then(start)
    }
  }
  const remove = async (index: number): Promise<void> => {
    const directory = await at((await running).address)
    const status = await attempt(directory, ids[index] ?? '', index % 2 === 0)
    // The directory repeats a request without a response.
    if (status === null) return remove(index)
    answered += 1
  }
  await Promise.all([killing(), inParallel(removals, 8, remove)])

  const [row] = await scim.database.rows<{ ended: number; recorded: number; audited: number }>(sql`
      SELECT ${removals}::int - (SELECT count(*)::int FROM accounts WHERE id = ANY(${ids}) AND active) AS ended,
        (SELECT count(DISTINCT account_id)::int FROM provisioning_removals WHERE connection_id = ${connection.connectionId}) AS recorded,
        (SELECT count(*)::int FROM audit_entries WHERE target_id = ANY(${ids}) AND action <> 'enduser.create') AS audited`)
  expect(row).toEqual({ ended: threshold, recorded: threshold, audited: threshold })
  const hold = await readHold(scim.database, connection)
  expect(hold?.count).toBe(threshold)
  expect(hold?.total).toBe(removals - threshold)
}, 600_000)

/** Returns null when the connection ended without a response. */
async function attempt(directory: Directory, id: string, deletes: boolean): Promise<number | null> {
  const asked = deletes
    ? directory.remove(`/Users/${id}`)
    : directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
  const answer = await asked.catch(() => null)
  if (!answer || answer.status === 503) return null
  // A deletion that was committed without a response returns 404 when it is repeated.
  expect([200, 204, 404, 409]).toContain(answer.status)
  return answer.status
}
