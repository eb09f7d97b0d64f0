import { limits } from '@signet/contracts'
import { planned } from '../samples.ts'
import { ownProject, unique } from '../things.ts'
import type { World } from '../world.ts'
import type { Cases } from './index.ts'

type File = Record<string, unknown>

const digest = 'digest-of-no-plan'

/** Returns a call of both operations with a file for a new project. */
const withFile = (fileFor: (world: World, projectId: string) => Promise<File>) => async (world: World) => {
  const { projectId } = await ownProject(world)
  return { input: { projectId, file: await fileFor(world, projectId), digest } }
}

const planOf =
  (sample: ReturnType<typeof withFile>) =>
  async (world: World): ReturnType<typeof sample> => {
    const { input } = await sample(world)
    const { digest: _digest, ...plan } = input
    return { input: plan as typeof input }
  }

const invalid = withFile(async () => ({
  version: 1,
  applications: { Web: { policyUri: 'http://shop.example/policy' } },
}))

const protectedGroup = withFile(async (world, projectId) => {
  const place = { world, projectId, teamId: world.team }
  const file = { version: 1, groups: { [unique('g')]: { preventDestroy: true } } }
  await world.ok(world.people.super, 'project_file_apply', await planned(place, file))
  return { version: 1, groups: {} }
})

const tooLarge = withFile(async () => ({
  version: 1,
  groups: Object.fromEntries(
    Array.from({ length: limits.plannedChanges + 1 }, (_, at) => [`group ${at}`, {}]),
  ),
}))

const refusedChange = withFile(async () => ({ version: 1, project: { passwordLogin: false } }))

export const projectFiles: Cases = {
  project_file_plan: {
    invalid_value: planOf(invalid),
    object_protected: planOf(protectedGroup),
    plan_too_large: planOf(tooLarge),
    planned_change_refused: planOf(refusedChange),
  },
  project_file_apply: {
    invalid_value: invalid,
    object_protected: protectedGroup,
    plan_outdated: withFile(async () => ({ version: 1, groups: { engineering: {} } })),
    plan_too_large: tooLarge,
    planned_change_refused: refusedChange,
  },
}
