import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { newLogo, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const logoOf = (projectId: string) => world.ok(world.people.owner, 'project_logo_get', { projectId })
const set = (projectId: string, logo: string | null) =>
  world.ok(world.people.owner, 'project_logo_set', { projectId, logo })

const pngOf = (bytes: number) =>
  `data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(bytes - 8)]).toString('base64')}`

test('the logo of a project is stored, is not part of other responses, and is removed by null', async () => {
  const { projectId } = await ownProject(world)
  expect(await logoOf(projectId)).toEqual({ logo: null })
  const logo = newLogo()
  expect(await set(projectId, logo)).toEqual({ logo })
  expect(await logoOf(projectId)).toEqual({ logo })
  expect(JSON.stringify(await world.ok(world.people.owner, 'project_get', { projectId }))).not.toContain(logo)
  expect(await set(projectId, null)).toEqual({ logo: null })
  expect(await logoOf(projectId)).toEqual({ logo: null })
})

test('the audit entry of a logo does not contain the image', async () => {
  const { projectId } = await ownProject(world)
  await set(projectId, newLogo())
  await set(projectId, null)
  const { entries } = await world.ok(world.people.owner, 'audit_list', {
    project: projectId,
    action: 'project.logo.set',
  })
  expect(entries.map(({ detail }) => detail)).toEqual([{ logo: 'removed' }, { logo: 'changed' }])
})

test('a logo of another type, with other bytes or of more than 64 KiB is rejected', async () => {
  const { projectId } = await ownProject(world)
  expect(await set(projectId, pngOf(65_536))).toMatchObject({ logo: expect.any(String) })
  const refused = (logo: string) => world.refused(world.people.owner, 'project_logo_set', { projectId, logo })
  expect(await refused(pngOf(65_537))).toMatchObject({ status: 422, code: 'logo_refused' })
  expect(await refused('data:image/png;base64,AAAA')).toMatchObject({ status: 422, code: 'logo_refused' })
  for (const logo of ['data:image/svg+xml;base64,PHN2Zy8+', 'https://acme.example/logo.png', ''])
    expect(await refused(logo)).toMatchObject({ status: 400, errors: [{ path: 'logo' }] })
})

test('a mail to a user has the logo as an attachment, and its preview has it as a data URL', async () => {
  await configureMail(world)
  const { owner } = world.people
  const { projectId } = await ownProject(world)
  const logo = newLogo()
  await set(projectId, logo)
  const texts = { subject: 'Hello', intro: 'Join {{projectName}}.', button: null }
  const mail = { projectId, kind: 'invitation', language: 'en', ...texts } as const
  const preview = await world.ok(owner, 'project_mail_text_preview', mail)
  expect(preview.html).toContain(`<img src="${logo}"`)
  const { email } = await world.ok(owner, 'project_mail_text_test', mail)
  const sent = await world.mailbox.next(email)
  expect(sent.html.trim()).toBe(preview.html.replace(logo, 'cid:logo@signet').trim())
  expect(sent.text.trim()).toBe(preview.text.trim())
  expect(sent.attachments).toEqual([{ contentId: '<logo@signet>', url: logo }])
  await set(projectId, null)
  await world.ok(owner, 'project_mail_text_test', mail)
  const plain = await world.mailbox.next(email)
  expect([plain.attachments, plain.html.includes('<img')]).toEqual([[], false])
})
