import { atPlanLimit, type Case, changedApplication, newApplication, png, registered } from '../attempts.ts'
import { application, unique } from '../things.ts'
import type { World } from '../world.ts'
import type { Cases } from './index.ts'

async function withLogoutUri(world: World, backchannelLogoutUri: string | null) {
  const { clientId } = await world.ok(world.people.super, 'client_create', {
    projectId: world.project,
    ...application,
    ...(backchannelLogoutUri ? { backchannelLogoutUri } : {}),
  })
  return { projectId: world.project, clientId }
}

const importedApplication =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { input, ...attempt } = await newApplication(fields)(world)
    return { ...attempt, input: { ...input, clientId: unique('legacy-') } }
  }

export const clients: Cases = {
  client_create: {
    https_required: newApplication({ backchannelLogoutUri: 'http://app.example.com/logout' }),
    invalid_origin: newApplication({ corsOrigins: ['https://app.example.com', 'https://app.example.com/x'] }),
    invalid_value: newApplication({ redirectUris: ['http://app.example.com/'] }),
    logo_refused: newApplication({ logo: png }),
    plan_limit: atPlanLimit('applications_per_project', newApplication({})),
  },
  client_import: {
    already_exists: async (world) => {
      const input = { projectId: world.project, ...application, clientId: unique('legacy-') }
      await world.ok(world.people.super, 'client_import', input)
      return { input }
    },
    https_required: importedApplication({ backchannelLogoutUri: 'http://app.example.com/logout' }),
    invalid_origin: importedApplication({ corsOrigins: ['https://app.example.com/x'] }),
    invalid_value: importedApplication({ redirectUris: ['http://app.example.com/'] }),
    logo_refused: importedApplication({ logo: png }),
    plan_limit: atPlanLimit('applications_per_project', importedApplication({})),
  },
  client_update: {
    https_required: changedApplication({ jwksUri: 'http://app.example.com/jwks' }),
    invalid_origin: changedApplication({ corsOrigins: ['*'] }),
    invalid_value: changedApplication({ redirectUris: ['https://app.example.com/#x'] }),
    logo_refused: changedApplication({ logo: png }),
    client_registered_dynamically: registered,
  },
  client_logout_test: {
    invalid_value: async (world) => ({ input: await withLogoutUri(world, null) }),
    sent_recently: async (world) => {
      const input = await withLogoutUri(world, 'https://app.invalid/logout')
      for (let sent = 0; sent < 5; sent += 1)
        await world.call(world.people.super, 'client_logout_test', input)
      return { input }
    },
  },
  client_secret_rotate: {
    client_has_no_secret: async (world) => {
      const { clientId } = await world.ok(world.people.super, 'client_create', {
        projectId: world.project,
        ...application,
        tokenEndpointAuthMethod: 'none',
      })
      return { input: { projectId: world.project, clientId } }
    },
    client_registered_dynamically: registered,
    invalid_value: async (world) => {
      const { clientId } = await world.ok(world.people.super, 'client_create', {
        projectId: world.project,
        ...application,
        tokenEndpointAuthMethod: 'client_secret_jwt',
      })
      return { input: { projectId: world.project, clientId, keepPreviousForHours: 1 } }
    },
  },
  client_previous_secret_revoke: {
    client_registered_dynamically: registered,
  },
}
