import { runInDataFolder } from '@signet/testkit/data-folder'
import type { Page } from 'playwright/test'
import type { AdminApi } from './admin-api.ts'
import type { SampleObjects } from './arrange.ts'
import { permitMachine } from './machine.ts'
import { addColleagues } from './shot-colleagues.ts'
import { addOrganization } from './shot-objects.ts'
import { signInTwice } from './shot-sign-ins.ts'
import { importUsers, userAddresses } from './shot-users.ts'
import type { World } from './world.ts'

const profile = {
  name: { givenName: 'Grace', familyName: 'Hopper' },
  phoneNumbers: [{ value: '+31201234567' }],
  locale: 'en-GB',
}

/** Adds the objects that only the pictures show: approvals of an agent, and activity. */
export async function addShotSamples(
  api: AdminApi,
  world: World,
  newVisitor: () => Promise<Page>,
): Promise<SampleObjects> {
  const { projectId = '', userId = '', providerId = '' } = world.arranged
  // The form of the console suggests the name of the project as its display name.
  await api.patch(`/projects/${projectId}`, { displayName: 'Acme' })
  const colleagues = await addColleagues(api, world, newVisitor)
  await importUsers(colleagues.linus, projectId, providerId)
  await addOrganization(api, colleagues, projectId)
  await runInDataFolder(world.folder, activityOf(projectId, userId))
  await colleagues.linus.patch(`/projects/${projectId}/users/${userId}`, { profile })
  await signInTwice(world, world.arranged)
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

/** The users with the first addresses are active on each day; their number follows the days of the week, and grows. */
const activityOf = (projectId: string, userId: string) =>
  [
    [
      `UPDATE instance SET activity_counted_since = now() - interval '90 days',
        sign_ins_counted_since = now() - interval '90 days'`,
    ],
    [
      `UPDATE accounts SET created_at = now() - n * interval '50 hours'
       FROM unnest($2::text[]) WITH ORDINALITY addresses (address, n)
       WHERE project_id = $1 AND email_key = address`,
      [projectId, userAddresses],
    ],
    [
      `INSERT INTO activity_marks (project_id, day, account_id, kind)
       SELECT $1, day, (SELECT id FROM accounts WHERE project_id = $1 AND email_key = ($3::text[])[n]), CASE WHEN n % 3 = 0 THEN 'upstream' WHEN n % 3 = 1 THEN 'local' ELSE 'renewal' END
       FROM (SELECT (now() AT TIME ZONE 'UTC')::date - back AS day, back FROM generate_series(0, $2::int) back) days,
         generate_series(1, CASE WHEN extract(isodow FROM day) > 5 THEN 8 ELSE 30 - back / 4 END) n
       ON CONFLICT DO NOTHING`,
      [projectId, countedDays, userAddresses],
    ],
    [
      `INSERT INTO sign_in_hours (project_id, hour, method, outcome, provider_id, count, expires_at)
       SELECT $1, hour, method, outcome, '',
         CASE outcome
           WHEN 'succeeded' THEN 4 + (extract(hour FROM hour)::int + 14 - extract(day FROM now() - hour)::int) / CASE method WHEN 'passkey' THEN 4 ELSE 1 END
           WHEN 'locked' THEN 1
           ELSE 1 + (extract(day FROM hour)::int * 7 + extract(hour FROM hour)::int * 5) % 4
         END,
         hour + interval '13 months'
       FROM generate_series(date_trunc('hour', now()) - interval '13 days', now(), interval '1 hour') hour,
         (VALUES ('password', 'succeeded'), ('passkey', 'succeeded'), ('password', 'wrong_password'), ('password', 'locked')) outcomes (method, outcome)
       WHERE outcome <> 'locked' OR extract(hour FROM hour)::int % 6 = 0
       ON CONFLICT DO NOTHING`,
      [projectId],
    ],
    [
      `INSERT INTO sign_in_hours (project_id, hour, method, outcome, provider_id, count, expires_at)
       SELECT id, hour, 'password', 'succeeded', '', 1 + (extract(hour FROM hour)::int + length(name)) % 3, hour + interval '13 months'
       FROM projects, generate_series(date_trunc('hour', now()) - interval '9 days', now(), interval '2 hours') hour
       WHERE name LIKE '% sandbox'
       ON CONFLICT DO NOTHING`,
    ],
    [
      `INSERT INTO activity_marks (project_id, day, account_id, kind)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, 'local') ON CONFLICT DO NOTHING`,
      [projectId, userId],
    ],
    [
      `INSERT INTO account_activity (project_id, account_id, last_day)
       SELECT project_id, account_id, max(day) FROM activity_marks WHERE project_id = $1 GROUP BY 1, 2`,
      [projectId],
    ],
  ] as const
