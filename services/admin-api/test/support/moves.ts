import { Encrypter } from 'age-encryption'
import { ownProject, unique } from './things.ts'
import type { World } from './world.ts'

export const otherIssuer = () => ({
  issuer: `https://id.example.net/${unique('p')}`,
  keys: {
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        kid: unique('key-'),
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      },
    ],
  },
})

/** Creates a project that moves from another instance. @returns the recipient of its archive too */
export async function movingProject(world: World): Promise<{ projectId: string; recipient: string }> {
  const { projectId } = await ownProject(world)
  const { recipient } = await world.ok(world.people.super, 'project_move_set', {
    projectId,
    ...otherIssuer(),
  })
  return { projectId, recipient: recipient ?? '' }
}

export async function archivePart(recipient: string, content: object): Promise<string> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const plain = { version: 1, part: 1, last: true, applications: [], users: [], ...content }
  return Buffer.from(await encrypter.encrypt(JSON.stringify(plain))).toString('base64')
}
