import { sql } from '@signet/db'
import { addProvider } from './attempts.ts'
import { link } from './directories.ts'
import { makeUser, ownProject } from './things.ts'
import type { World } from './world.ts'

interface Users {
  /** Users whose only credential is a link to the provider. */
  readonly linked: number
  /** Users with a password and without a link. */
  readonly withPassword?: number
  /** Default: on. */
  readonly passwordLogin?: boolean
}

export async function projectWithUsers(
  world: World,
  { linked, withPassword = 0, passwordLogin = true }: Users,
) {
  const { projectId } = await ownProject(world)
  const providerId = await addProvider(world, projectId)
  const place = { world, projectId, teamId: world.team }
  for (let made = 0; made < linked; made += 1)
    await link(world, { projectId, providerId, accountId: await makeUser(place) })
  for (let made = 0; made < withPassword; made += 1) await givePassword(world, await makeUser(place))
  await world.database.run(
    sql`UPDATE projects SET password_login = ${passwordLogin}, version = version + 1 WHERE id = ${projectId}`,
  )
  return { projectId, providerId }
}

const givePassword = (world: World, accountId: string) =>
  world.database.run(sql`UPDATE accounts SET password_hash = 'x' WHERE id = ${accountId}`)
