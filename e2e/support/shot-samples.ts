import { runInDataFolder } from '@signet/testkit/data-folder'
import type { AdminApi } from './admin-api.ts'
import type { SampleObjects } from './arrange.ts'
import { permitMachine } from './machine.ts'
import type { World } from './world.ts'

/** Adds the objects that only the pictures show: approvals of an agent, and activity. */
export async function addShotSamples(api: AdminApi, world: World): Promise<SampleObjects> {
  const { projectId = '', userId = '' } = world.arranged
  await runInDataFolder(world.folder, activityOf(projectId, userId))
  return { ...world.arranged, approvalId: await addApprovals(api, world) }
}

/** Returns the id of the pending approval; an approved and a refused one precede it. */
async function addApprovals(api: AdminApi, { baseUrl, arranged }: World): Promise<string> {
  const { projectId, groupId } = arranged
  const agent = await permitMachine(api, baseUrl, { name: 'Directory assistant', approvalFor: ['writes'] })
  const path = `/projects/${projectId}/groups/${groupId}`
  const request = async (displayName: string, reason: string): Promise<string> => {
    const headers = { 'signet-reason': encodeURIComponent(reason) }
    const { body } = await agent.call('PATCH', path, { displayName }, headers)
    if (typeof body.confirmation !== 'string') throw new Error(JSON.stringify(body))
    return body.confirmation
  }
  const approved = await request('platform', 'The department has another name since October.')
  const refused = await request('everyone', 'One group for all users is shorter.')
  // A refusal delays further requests of the agent.
  const reason = 'The directory of the company calls this group Platform engineering.'
  const pending = await request('Platform engineering', reason)
  await api.post(`/approvals/${approved}/approve`, {})
  await api.post(`/approvals/${refused}/refuse`, { note: 'The group belongs to one department.' })
  return pending
}

const countedDays = 60

/** The number of users follows the days of the week, and grows. */
const activityOf = (projectId: string, userId: string) =>
  [
    [
      `UPDATE instance SET activity_counted_since = now() - interval '90 days',
        sign_ins_counted_since = now() - interval '90 days'`,
    ],
    [
      `INSERT INTO activity_marks (project_id, day, account_id, kind)
       SELECT $1, day, 'sample_' || n, CASE WHEN n % 3 = 0 THEN 'upstream' WHEN n % 3 = 1 THEN 'local' ELSE 'renewal' END
       FROM (SELECT (now() AT TIME ZONE 'UTC')::date - back AS day, back FROM generate_series(0, $2::int) back) days,
         generate_series(1, CASE WHEN extract(isodow FROM day) > 5 THEN 8 ELSE 30 - back / 4 END) n
       ON CONFLICT DO NOTHING`,
      [projectId, countedDays],
    ],
    [
      `INSERT INTO sign_in_hours (project_id, hour, method, outcome, provider_id, count, expires_at)
       SELECT $1, hour, 'password', outcome, '', CASE outcome WHEN 'succeeded' THEN 4 + extract(hour FROM hour)::int ELSE 1 END,
         hour + interval '13 months'
       FROM generate_series(date_trunc('hour', now()) - interval '13 days', now(), interval '1 hour') hour,
         unnest(ARRAY['succeeded', 'wrong_password']) outcome
       ON CONFLICT DO NOTHING`,
      [projectId],
    ],
    [
      `INSERT INTO activity_marks (project_id, day, account_id, kind)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, 'local') ON CONFLICT DO NOTHING`,
      [projectId, userId],
    ],
  ] as const
