import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMail } from '../support/attempts.ts'
import { expectFieldRule, type FieldRule } from '../support/field-rules.ts'
import { unique } from '../support/things.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await configureMail(world)
})
afterAll(() => world?.close())

const text = (length: number): string => 'x'.repeat(length)
const address = (length: number): string => {
  const domain = `${`${'d'.repeat(50)}.`.repeat(9)}example.com`
  return `${unique('a').padEnd(60, 'x')}@${domain.slice(-(length - 61)).replace(/^\.+/, (dots) => 'd'.repeat(dots.length))}`
}

const rules: readonly FieldRule[] = [
  {
    title: 'a team name has 1 to 100 characters',
    operations: ['team_create', 'team_update'],
    field: 'name',
    accepted: ['x', text(100)],
    rejected: ['', ' ', text(101), 7],
  },
  {
    title: 'a project name has 1 to 100 characters',
    operations: ['project_create', 'project_update'],
    field: 'name',
    accepted: ['x', text(100)],
    rejected: ['', ' ', text(101), 7],
  },
  {
    title: 'the display name of a project has 1 to 60 characters',
    operations: ['project_create', 'project_update'],
    field: 'displayName',
    accepted: ['x', text(60)],
    rejected: ['', ' ', text(61), 7],
  },
  {
    title:
      'the slug of a new project has up to 63 lowercase letters, digits and hyphens between letters or digits',
    operations: ['project_create'],
    field: 'slug',
    accepted: [text(63), 'a', '9', '0-a--b-1'],
    rejected: ['', text(64), '-a', 'a-', 'Acme', 'a_b', 'a.b', 'é'],
  },
  {
    title:
      'a changed slug of a project has up to 63 lowercase letters, digits and hyphens between letters or digits',
    operations: ['project_address_change'],
    field: 'slug',
    accepted: [text(62), 'b', '8', '1-a--b-2'],
    rejected: ['', text(64), '-a', 'a-', 'Acme', 'a_b', 'a.b', 'é'],
  },
  {
    title: 'the hostname of a new project has up to 253 characters',
    operations: ['project_create'],
    field: 'host',
    accepted: ['a.b', `${`${'h'.repeat(50)}.`.repeat(4)}${'h'.repeat(37)}.example.com`],
    rejected: ['', text(254), `${'h'.repeat(50)}.`.repeat(5), 7],
    beside: { slug: undefined, addressForm: undefined },
  },
  {
    title: 'a changed hostname of a project has up to 253 characters',
    operations: ['project_address_change'],
    field: 'host',
    accepted: [`${`${'g'.repeat(50)}.`.repeat(4)}${'g'.repeat(37)}.example.com`],
    rejected: ['', text(254), 7],
    beside: { slug: undefined, addressForm: undefined },
  },
  {
    title: 'a project takes the address forms path and subdomain as input and no other form',
    operations: ['project_create', 'project_address_change'],
    field: 'addressForm',
    accepted: [],
    rejected: ['root', 'host', 'unaddressed', 'domain', ''],
  },
  {
    title: 'the verification method of a project is link or code',
    operations: ['project_create', 'project_update'],
    field: 'verificationMethod',
    accepted: ['link', 'code'],
    rejected: ['sms', '', null],
  },
  {
    title: 'the name of an application has 1 to 100 characters',
    operations: ['client_create', 'client_update'],
    field: 'clientName',
    accepted: ['x', text(100)],
    rejected: ['', ' ', text(101), 7],
  },
  {
    title: 'the name of an API has 1 to 100 characters',
    operations: ['resource_declare', 'resource_update'],
    field: 'name',
    accepted: ['x', text(100)],
    rejected: ['', ' ', text(101), 7],
  },
  {
    title: 'the lifetime of the access tokens of an API is 30 to 86400 seconds',
    operations: ['resource_declare', 'resource_update'],
    field: 'accessTokenTTL',
    accepted: [30, 86_400],
    rejected: [29, 86_401, 60.5, '60', null],
  },
  {
    title: 'the token format of an API is jwt or opaque',
    operations: ['resource_declare', 'resource_update'],
    field: 'tokenFormat',
    accepted: ['jwt', 'opaque'],
    rejected: ['JWT', 'paseto', '', null],
  },
  {
    title: 'a description of a scope has 1 to 200 characters and the kind see or act',
    operations: ['resource_declare', 'resource_update'],
    field: 'scopeDescriptions',
    accepted: [
      { 'orders.read': { description: 'x', kind: 'see' } },
      { 'orders.read': { description: text(200), kind: 'act' } },
    ],
    rejected: [
      { 'orders.read': { description: '' } },
      { 'orders.read': { description: text(201) } },
      { 'orders.read': { description: 'read', kind: 'read' } },
      { 'orders.read': { kind: 'see' } },
    ],
  },
  {
    title: 'the significance of a trailing slash is accepted on the declaration of an API only',
    operations: ['resource_update'],
    field: 'trailingSlashSignificant',
    accepted: [],
    rejected: [true, false],
  },
  {
    title: 'the identifier of an API cannot be changed',
    operations: ['resource_update'],
    field: 'identifier',
    accepted: [],
    rejected: ['https://another.example.com/'],
  },
  {
    title: 'a new user has an address of 3 to 254 characters',
    operations: ['project_user_create'],
    field: 'email',
    accepted: ['a@b', address(254)],
    rejected: ['a@', address(255), '', 7],
  },
  {
    title: 'a changed address of a user has 3 to 254 characters',
    operations: ['project_user_email_change'],
    field: 'email',
    accepted: [address(254)],
    rejected: ['a@', address(255), '', null],
  },
  {
    title: 'a password of a user has at least 8 characters',
    operations: ['project_user_create', 'project_user_password_reset'],
    field: 'password',
    accepted: ['eight ch'],
    rejected: ['seven c', '', 12_345_678],
  },
  {
    title: 'a password of an administrator has at least 12 characters',
    operations: ['admin_create'],
    field: 'password',
    accepted: ['twelve chars'],
    rejected: ['eleven char', '', undefined],
  },
  {
    title: 'a password of an administrator is accepted on creation only',
    operations: ['admin_update'],
    field: 'password',
    accepted: [],
    rejected: ['correct horse battery staple'],
  },
  {
    title: 'a team invitation names an address of up to 320 characters',
    operations: ['team_invite'],
    field: 'email',
    accepted: ['invitee@example.com'],
    rejected: ['no address', '', address(321)],
  },
  {
    title: 'a team invitation names the role owner or member',
    operations: ['team_invite'],
    field: 'role',
    accepted: ['owner', 'member'],
    rejected: ['admin', '', undefined],
  },
]

test.for(rules.map((rule) => [rule.title, rule] as const))('%s', ([_title, rule]) =>
  expectFieldRule(world, rule),
)

test('the mail server, and not the API, refuses an invitation to an address of 320 characters', async () => {
  const input = { teamId: world.team, email: address(320), role: 'member' }
  expect(await world.refused(world.people.owner, 'team_invite', input)).toMatchObject({
    code: 'mail_refused',
  })
})
