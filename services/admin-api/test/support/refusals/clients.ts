import { atPlanLimit, changedApplication, newApplication, png, registered } from '../attempts.ts'
import { application } from '../things.ts'
import type { Cases } from './index.ts'

export const clients: Cases = {
  client_create: {
    https_required: newApplication({ backchannelLogoutUri: 'http://app.example.com/logout' }),
    invalid_origin: newApplication({ corsOrigins: ['https://app.example.com', 'https://app.example.com/x'] }),
    invalid_value: newApplication({ redirectUris: ['http://app.example.com/'] }),
    logo_refused: newApplication({ logo: png }),
    plan_limit: atPlanLimit('applications_per_project', newApplication({})),
  },
  client_update: {
    https_required: changedApplication({ jwksUri: 'http://app.example.com/jwks' }),
    invalid_origin: changedApplication({ corsOrigins: ['*'] }),
    invalid_value: changedApplication({ redirectUris: ['https://app.example.com/#x'] }),
    logo_refused: changedApplication({ logo: png }),
    client_registered_dynamically: registered,
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
  },
}
