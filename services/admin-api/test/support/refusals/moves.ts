import { type Case, png } from '../attempts.ts'
import { archivePart, movingProject, otherIssuer } from '../moves.ts'
import { application, ownProject, unique } from '../things.ts'
import type { Cases } from './index.ts'

const importing =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { projectId, recipient } = await movingProject(world)
    const moved = { ...application, clientId: unique('moved-'), ...fields }
    return { input: { projectId, sealedPart: await archivePart(recipient, { applications: [moved] }) } }
  }

const secretDigest = 'A'.repeat(43)

export const moves: Cases = {
  project_move_set: {
    instance_keys: async (world) => ({ input: { projectId: world.defaultProject, ...otherIssuer() } }),
    invalid_value: async (world) => ({
      input: { ...(await ownProject(world)), issuer: 'https://id.example.net/shop' },
    }),
  },
  project_move_import: {
    instance_keys: async (world) => ({ input: { projectId: world.defaultProject, sealedPart: 'YQ==' } }),
    already_exists: async (world) => {
      const clientId = unique('moved-')
      const stored = { projectId: world.project, ...application, clientId }
      await world.ok(world.people.super, 'client_import', stored)
      return importing({ clientId, secretDigest })(world)
    },
    https_required: importing({ secretDigest, backchannelLogoutUri: 'http://app.example.com/logout' }),
    invalid_origin: importing({ secretDigest, corsOrigins: ['https://app.example.com/x'] }),
    invalid_value: async (world) => ({ input: { ...(await ownProject(world)), sealedPart: 'YQ==' } }),
    logo_refused: importing({ secretDigest, logo: png }),
  },
}
